# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""`headroomctl metrics`, read by the parsers of Prometheus' own library."""

import os
import stat

import pytest
from gi.repository import GLib
from prometheus_client import parser as classic
from prometheus_client.openmetrics import parser

from fake_headroomd import ERROR, FIREFOX, KATE, TOTALS


def samples_in(families):
    """{(name, labels): value}; each may be there once"""
    samples = [
        ((sample.name, tuple(sorted(sample.labels.items()))), sample.value)
        for family in families
        for sample in family.samples
    ]
    found = dict(samples)
    assert len(found) == len(samples)
    return found


def key(name, **labels):
    return name, tuple(sorted(labels.items()))


@pytest.fixture
def read(daemon, ctl):
    def run(*arguments):
        text = ctl("metrics", *arguments).stdout
        assert text.endswith("# EOF\n")
        return samples_in(parser.text_string_to_metric_families(text))

    return run


def test_types_and_units(daemon, ctl):
    text = ctl("metrics", "--apps").stdout
    families = {
        family.name: (family.type, family.unit)
        for family in parser.text_string_to_metric_families(text)
    }
    assert families["headroom_level"] == ("stateset", "")
    assert families["headroom_build"] == ("info", "")
    assert families["headroom_acts"] == ("counter", "")
    assert families["headroom_stalled_seconds"] == ("counter", "seconds")
    assert families["headroom_apps_memory_bytes"] == ("gauge", "bytes")
    for name, (_, unit) in families.items():
        assert name.startswith("headroom_") and name.endswith(unit)
        assert f"# HELP {name} " in text


def test_what_was_counted(read):
    samples = read()
    assert samples[key("headroom_build_info", version="0.1.0")] == 1
    assert samples[key("headroom_start_time_seconds")] == 1_700_000_000.5
    assert samples[key("headroom_acts_total", act="nap")] == 70
    assert samples[key("headroom_acts_total", act="close")] == 0  # so that the first is seen
    assert samples[key("headroom_level_seconds_total", level="high")] == 1.5
    stalled = {"group": "foreground", "resource": "memory", "cause": "background"}
    assert samples[key("headroom_stalled_seconds_total", **stalled)] == 2.25
    stalled = {"group": "compositor", "resource": "io", "cause": "unnamed"}
    assert samples[key("headroom_stalled_seconds_total", **stalled)] == 1e-05


def test_what_is_in_force(daemon, read):
    daemon.properties["Capabilities"] = {"freeze": (False, "There is no freezer.", "")}
    samples = read()
    assert samples[key("headroom_apps", state="frozen")] == 1
    assert samples[key("headroom_apps_memory_bytes")] == 3 * 2**30
    assert samples[key("headroom_apps_memory_needed_bytes")] == 2**30
    assert samples[key("headroom_capability_available", capability="freeze")] == 0
    assert samples[key("headroom_disabled")] == 0
    daemon.properties["DisabledUntil"] = 1
    assert read()[key("headroom_disabled")] == 1


def test_the_level_is_one_of_its_states(daemon, read):
    for level in ("calm", "critical", "unknown", "new"):
        daemon.properties["Level"] = level
        states = {
            dict(labels)["headroom_level"]: value
            for (name, labels), value in read().items()
            if name == "headroom_level"
        }
        assert {state for state, value in states.items() if value} == {level}
        assert len(states) >= 5


def test_what_is_unknown_is_left_out(daemon, read):
    daemon.totals = {}
    names = {name for name, _ in read()}
    assert "headroom_start_time_seconds" not in names
    assert not any(name.startswith("headroom_apps") for name in names)
    assert "headroom_stalled_seconds_total" not in names
    assert "headroom_apps_swap_bytes" not in names


def test_no_app_is_named_unless_asked_for(daemon, ctl):
    assert "kate" not in ctl("metrics").stdout and "firefox" not in ctl("metrics").stdout
    called = {method for method, _ in daemon.calls}
    assert not called & {"Measure", "GetManagedObjects", "History", "Explain"}


def test_each_app_if_asked_for(daemon, read):
    samples = read("--apps")
    assert samples[key("headroom_app_memory_bytes", app="org.kde.kate")] == 3 * 2**30
    assert samples[key("headroom_app_waiting_ratio", app="org.kde.kate", resource="cpu")] == 0.125
    assert key("headroom_app_waiting_ratio", app="org.kde.kate", resource="io") not in samples
    assert samples[key("headroom_app_state", app="firefox", headroom_app_state="frozen")] == 1
    assert samples[key("headroom_app_state", app="firefox", headroom_app_state="napped")] == 0
    assert samples[key("headroom_acts_total", act="nap")] == 70


@pytest.mark.parametrize(
    "wicked", ['say "hello"', "a\\b", "two\nlines", "\\n", "ünï", "}", "a,b=c"]
)
def test_an_id_may_contain_anything(daemon, read, wicked):
    daemon.apps = [{**KATE, "Id": wicked}, FIREFOX]
    assert read("--apps")[key("headroom_app_state", app=wicked, headroom_app_state="running")] == 1


def test_a_locale_changes_no_number(environment, daemon, ctl, locales):
    german = {**environment, "LC_ALL": "de_DE.UTF-8", "LOCPATH": str(locales)}
    assert ctl("metrics", env=german).stdout == ctl("metrics").stdout


def test_exit_statuses(daemon, ctl):
    ctl("metrics", "kate", check=2)
    ctl("metrics", "--textfile=", check=2)
    daemon.failures["Totals"] = (ERROR + "Refused", "This program is in a sandbox.")
    assert "sandbox" in ctl("metrics", check=1).stderr
    daemon.__exit__()
    assert ctl("metrics", check=3).stdout == ""


# The file for node_exporter


def test_the_file_is_in_the_format_of_node_exporter(daemon, ctl, tmp_path):
    file = tmp_path / "headroom.prom"
    done = ctl("metrics", "--textfile", str(file))
    assert done.stdout == ""
    text = file.read_text(encoding="utf-8")
    # Its parser knows these types, and no others.
    kinds = {line.split()[3] for line in text.splitlines() if line.startswith("# TYPE")}
    assert kinds == {"counter", "gauge"} and "# EOF" not in text and "# UNIT" not in text
    samples = samples_in(classic.text_string_to_metric_families(text))
    user = str(os.getuid())
    assert samples[key("headroom_acts_total", act="freeze", uid=user)] == 3
    assert samples[key("headroom_level", headroom_level="calm", uid=user)] == 1
    assert all(("uid", user) in labels for _, labels in samples)


def test_the_file_is_replaced_as_a_whole(daemon, ctl, tmp_path):
    file = tmp_path / "headroom.prom"
    file.write_text("old", encoding="utf-8")
    with open(file, encoding="utf-8") as before:
        ctl("metrics", "--textfile", str(file))
        assert before.read() == "old"  # a reader of the old file is not disturbed
    assert stat.S_IMODE(file.stat().st_mode) == 0o644
    assert [each.name for each in tmp_path.glob("headroom.prom*")] == ["headroom.prom"]


def test_a_file_that_cant_be_replaced_is_reported(daemon, ctl, tmp_path):
    """As that of another user in a folder for all: a new file can be made, but not take its place.
    That would need another user, so something else is in the way here."""
    taken = tmp_path / "headroom.prom"
    taken.mkdir()
    assert "headroom.prom" in ctl("metrics", "--textfile", str(taken), check=1).stderr
    assert list(tmp_path.glob("headroom.prom*")) == [taken]


def test_a_failure_leaves_the_file_as_it_is(daemon, ctl, tmp_path):
    file = tmp_path / "headroom.prom"
    file.write_text("old", encoding="utf-8")
    daemon.totals = {**TOTALS, "memory": GLib.Variant("t", 1)}
    ctl("metrics", "--textfile", str(tmp_path / "none" / "headroom.prom"), check=1)
    daemon.__exit__()
    ctl("metrics", "--textfile", str(file), check=3)
    assert file.read_text(encoding="utf-8") == "old"
