# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""MeasureNeed: what is refused, how a measurement is cancelled or ends, and what is kept. The
policy's own tests cover how the need is found, which takes minutes."""

import json
from datetime import date, timedelta

import pytest
from gi.repository import GLib

from headroomd import error_of
from private_bus import until

KATE = "org.kde.kate"


@pytest.fixture
def start(desk, tree):
    """Starts the daemon on a calm machine, with an app that the user does not see."""

    def started(hidden=True):
        (tree.proc / "pressure").mkdir(exist_ok=True)
        for resource in ("cpu", "io", "memory"):
            (tree.proc / "pressure" / resource).write_text(
                "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n", encoding="ascii"
            )
        _, window = desk.app(KATE)
        headroomd = desk.start()
        until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
        desk.kwin.window(window, hidden=hidden)
        until(lambda: headroomd.get("Level") == "calm", "pressure is known")
        return headroomd

    return started


def measurement(headroomd):
    return headroomd.of_app(KATE, "Measurement")


def refusal(headroomd, method="MeasureNeed", app=KATE):
    with pytest.raises(GLib.Error) as error:
        headroomd.call(method, "(s)", app)
    return error_of(error)


def test_it_is_under_way_until_it_is_cancelled(start):
    headroomd = start()
    assert measurement(headroomd) == {}
    assert "memory-needed-last" not in headroomd.call("Measure")[0][KATE]
    headroomd.call("CancelMeasurement", "(s)", KATE)
    assert measurement(headroomd) == {}
    for _ in range(2):
        headroomd.call("MeasureNeed", "(s)", KATE)
        assert measurement(headroomd) == {"under-way": True}
    assert any(
        "it was used, or resources were short, less than a minute ago" in line
        for line in headroomd.explain(KATE)
    )
    headroomd.call("CancelMeasurement", "(s)", KATE)
    why = f"did not measure what {KATE} needs: you have cancelled it"
    assert measurement(headroomd) == {"under-way": False, "sentence": why}
    assert [entry[1:3] for entry in headroomd.history()][-1] == ("measured", KATE)
    headroomd.await_log(why)


def test_it_ends_when_the_app_is_shown(desk, start):
    headroomd = start()
    headroomd.call("MeasureNeed", "(s)", KATE)
    desk.kwin.window(desk.windows[0], hidden=False)
    until(lambda: not measurement(headroomd)["under-way"], "the measurement is over")
    assert measurement(headroomd)["sentence"].endswith(f"{KATE} is visible")


def test_what_is_refused(desk, start):
    headroomd = start(hidden=False)
    assert refusal(headroomd) == ("Refused", f"{KATE} is visible")
    assert refusal(headroomd, app="nobody")[0] == "NoSuchApp"
    assert refusal(headroomd, "CancelMeasurement", "nobody")[0] == "NoSuchApp"
    assert refusal(headroomd, app="a" * 256)[0] == "BadInput"
    assert refusal(headroomd, "CancelMeasurement", "a" * 256)[0] == "BadInput"
    desk.kwin.window(desk.windows[0], hidden=True)
    headroomd.hold(KATE)
    assert refusal(headroomd) == ("Refused", f"{KATE} is held: burns a disc")
    headroomd.call("DisableFor", "(t)", 60_000_000)
    assert refusal(headroomd) == ("Refused", "Headroom is paused")
    assert measurement(headroomd) == {}


def test_what_was_measured_is_known_after_a_restart(tmp_path, start):
    kept = tmp_path / ".local/state/headroom/needs.json"
    kept.parent.mkdir(parents=True)
    today = date.today()
    since_1970 = (today - date(1970, 1, 1)) // timedelta(days=1)
    needs = [
        {"app": KATE, "day": since_1970 - 2 + i, "bytes": mib << 20}
        for i, mib in enumerate((210, 260, 330))
    ]
    kept.write_text(json.dumps({"needs": needs}), encoding="ascii")
    headroomd = start()
    until(
        lambda: f"{KATE} needed 330 MiB when it was measured on {today}."
        in headroomd.explain(KATE),
        "the file was read",
    )
    last = headroomd.call("Measure")[0][KATE]
    assert last["memory-needed-last"] == 330 << 20
    assert last["memory-needed-last-day"] == str(today)
    assert (
        "Its need grows: 210 MiB, 260 MiB and 330 MiB on the last three days on which it was "
        "measured." in headroomd.explain(KATE)
    )


def test_a_file_that_makes_no_sense_is_ignored(tmp_path, start):
    kept = tmp_path / ".local/state/headroom/needs.json"
    kept.parent.mkdir(parents=True)
    kept.write_text("nonsense", encoding="ascii")
    headroomd = start()
    headroomd.await_log("has no list of needs, ignoring it")
