# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomctl history: which part of it, and what is still to come."""

import json

import pytest

from fake_headroomd import FIREFOX, KATE
from private_bus import PATIENCE, end_the_bus, until

NOON = 1_800_000_000_000_000  # 2027-01-15 08:00:00 UTC
SECOND = 1_000_000


def act(seconds, app, reason, action="freeze"):
    return (NOON + seconds * SECOND, action, app, "", "high", reason, True)


PAST = [
    act(0, "firefox", "first"),
    act(60, "org.kde.kate", "second"),
    act(60, "", "third", "level"),
    act(120, "org.example.Gone", "fourth"),
]


@pytest.fixture(name="past")
def a_daemon_with_a_past(daemon, environment):
    daemon.history = list(PAST)
    environment["TZ"] = "UTC"
    return daemon


def reasons(stdout):
    return [entry["reason"] for entry in json.loads(stdout)["entries"]]


@pytest.mark.parametrize(
    "words, shown",
    [
        ((), ["first", "second", "third", "fourth"]),
        (("-n", "2"), ["third", "fourth"]),
        (("--lines=0",), []),
        (("-n", "9"), ["first", "second", "third", "fourth"]),
        (("--since", "2027-01-15 08:01"), ["second", "third", "fourth"]),
        (("--since", "2027-01-15 08:01:01"), ["fourth"]),
        (("--since", "2027-01-15"), ["first", "second", "third", "fourth"]),
        (("--since", "2027-01-16"), []),
        (("--since", "@1800000120"), ["fourth"]),
        (("--since", "2027-01-15 08:01", "-n", "1"), ["fourth"]),
        (("firefox",), ["first"]),
        (("KATE",), ["second"]),
        (("gone",), ["fourth"]),
        (("firefox", "gone"), ["first", "fourth"]),
        (("-n", "1", "firefox", "kate"), ["second"]),
    ],
)
def test_a_part_of_it(past, ctl, words, shown):
    assert reasons(ctl("history", "--json", *words).stdout) == shown


def test_local_time_is_meant(past, environment, ctl):
    environment["TZ"] = "UTC-2"
    assert reasons(ctl("history", "--json", "--since", "2027-01-15 10:02").stdout) == ["fourth"]


@pytest.mark.parametrize("since", ["1h", "-1h", "1h ago", "today", "yesterday", "00:00", "now"])
def test_times_that_depend_on_now(past, ctl, since):
    """The entries are in the future for all of them, unless the clock is."""
    assert reasons(ctl("history", "--json", "--since", since).stdout) == [
        "first",
        "second",
        "third",
        "fourth",
    ]


@pytest.mark.parametrize("since", ["", "soon", "25:00", "2027-13-01", "@", "@x", "-", "ago"])
def test_what_is_no_time(past, ctl, since):
    assert "is not a time" in ctl("history", f"--since={since}", check=2).stderr
    assert not past.calls


@pytest.mark.parametrize("number", ["-1", "-7"])
def test_what_is_no_number_of_entries(past, ctl, number):
    assert "must not be negative" in ctl("history", f"--lines={number}", check=2).stderr
    assert not past.calls


def test_nothing_fits(past, ctl):
    assert ctl("history", "--since", "2027-01-16").stdout == "There are no such entries.\n"
    past.history = []
    assert "done nothing" in ctl("history", "--since", "2027-01-16").stdout


def test_an_app_that_nobody_knows(past, ctl):
    assert 'No app called "gimp"' in ctl("history", "gimp", check=4).stderr


def test_an_app_to_which_nothing_was_done(past, ctl):
    past.history = []
    assert reasons(ctl("history", "--json", "kate").stdout) == []


def test_follow_shows_each_act_once(past, start_ctl):
    process = start_ctl("history", "--follow")
    for reason in ("first", "second", "third", "fourth"):
        assert process.stdout.readline().endswith(f"{reason}\n")
    for reason in ("fifth", "sixth"):  # at the same time
        past.history.append(act(180, "firefox", reason))
        past.act("freeze", "firefox", reason)
        assert process.stdout.readline() == (f"2027-01-15 08:03:00  paused  firefox  {reason}\n")
    assert process.poll() is None


@pytest.mark.parametrize("since", [(), ("--since", "2027-01-15 08:00")], ids=["all", "since"])
def test_follow_does_not_mind_that_the_clock_is_set_back(past, start_ctl, since):
    """Entries are in the order in which they happened, not in that of their times."""
    process = start_ctl("history", "--follow", *since)
    for reason in ("first", "second", "third", "fourth"):
        assert process.stdout.readline().endswith(f"{reason}\n")
    for seconds, reason in ((-3600, "fifth"), (-3600, "sixth"), (60, "seventh"), (30, "eighth")):
        past.history.append(act(seconds, "firefox", reason))
        past.act("freeze", "firefox", reason)
        assert process.stdout.readline().endswith(f"{reason}\n")
    assert process.poll() is None


def test_follow_shows_a_reclaim_once(past, start_ctl):
    """Its entry changes with each step."""
    process = start_ctl("history", "--follow")
    for _ in PAST:
        process.stdout.readline()
    for reason in ("32 MiB", "64 MiB"):
        past.history[4:] = [act(180, "firefox", reason, "reclaim")]
        past.act("reclaim", "firefox", reason)
    past.history.append(act(181, "firefox", "last"))
    past.act("freeze", "firefox", "last")
    lines = [process.stdout.readline() for _ in range(2)]
    assert lines[0].endswith(" MiB\n") and lines[1].endswith("last\n")


def test_follow_is_about_the_app_that_was_named(past, start_ctl):
    process = start_ctl("history", "-f", "-n", "0", "--json", "firefox")
    past.await_calls("History", 2)
    for app, reason in (("org.kde.kate", "fifth"), ("firefox", "sixth")):
        past.history.append(act(180, app, reason))
        past.act("freeze", app, reason)
    entry = json.loads(process.stdout.readline())
    assert entry["app"] == "firefox" and entry["reason"] == "sixth"


def test_follow_begins_with_ten(past, start_ctl):
    past.history = [act(at, "firefox", f"number {at}") for at in range(30)]
    process = start_ctl("history", "-f")
    assert process.stdout.readline().endswith("number 20\n")


def test_follow_ends_with_the_daemon(past, start_ctl):
    process = start_ctl("history", "-f", "-n", "0")
    past.await_calls("History", 2)
    past.history.append(act(180, "firefox", "fifth"))
    past.act("freeze", "firefox", "fifth")
    assert process.stdout.readline().endswith("fifth\n")  # now it waits for the next act
    past.__exit__()
    _, stderr = process.communicate()
    assert (process.returncode, "headroomd is not running" in stderr) == (3, True), stderr


def test_follow_ends_with_the_daemon_that_ends_during_a_call(past, start_ctl):
    process = start_ctl("history", "-f", "-n", "0")
    past.await_calls("History", 2)
    past.postpone = {"History"}
    past.act("freeze", "firefox", "fifth")
    until(lambda: past.postponed, "a call waits")  # the second one, or the one after the act
    past.__exit__()
    _, stderr = process.communicate()
    assert (process.returncode, "headroomd is not running" in stderr) == (3, True), stderr


def test_follow_ends_with_the_bus(past, start_ctl, bus):
    process = start_ctl("history", "-f", "-n", "0")
    past.await_calls("History", 2)
    past.history.append(act(180, "firefox", "fifth"))
    past.act("freeze", "firefox", "fifth")
    assert process.stdout.readline().endswith("fifth\n")  # now it waits for the next act
    end_the_bus(bus, past)
    _, stderr = process.communicate(timeout=PATIENCE)
    # The bus may report the end of headroomd's connection before it ends ours.
    ends = ("The session bus has gone away.", "headroomd is not running.")
    assert process.returncode == 3 and any(end in stderr for end in ends), stderr


def test_follow_ends_with_its_reader(past, start_ctl):
    process = start_ctl("history", "-f")
    assert process.stdout.readline().endswith("first\n")
    process.stdout.close()
    past.history.append(act(180, "firefox", "fifth"))
    past.act("freeze", "firefox", "fifth")
    assert process.wait() == 1 and process.stderr.read() == ""


def test_a_name_of_two_apps_is_ambiguous(past, ctl):
    past.apps = [KATE, {**FIREFOX, "Id": "org.mozilla.firefox", "Name": "Gone"}]
    stderr = ctl("history", "gone", check=1).stderr
    assert "org.example.Gone, org.mozilla.firefox" in stderr.replace(
        "org.mozilla.firefox, org.example.Gone", "org.example.Gone, org.mozilla.firefox"
    )
