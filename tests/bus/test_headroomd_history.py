# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""History, Close and the properties that pressure changes."""

import time

import pytest
from gi.repository import GLib

from headroomd import error_of
from private_bus import until

KATE = "org.kde.kate"


def now_us():
    return time.time_ns() // 1000


def test_nothing_was_done_yet(desk):
    headroomd = desk.start()
    assert headroomd.history() == []


def test_what_was_done_is_told_in_order(desk):
    kate, _ = desk.app(KATE)
    headroomd = desk.start()
    began = now_us()
    kate.settles()
    headroomd.freeze(KATE)
    between = now_us()
    headroomd.thaw(KATE)
    entries = headroomd.history()
    assert [entry[1:] for entry in entries] == [
        (
            "freeze",
            KATE,
            kate.name,
            "unknown",
            f"paused {KATE}: you requested it",
            True,
            "requested",
        ),
        (
            "thaw",
            KATE,
            kate.name,
            "unknown",
            f"resumed {KATE}: you requested it",
            True,
            "requested",
        ),
    ]
    assert began <= entries[0][0] <= between <= entries[1][0] <= now_us()
    assert headroomd.history(entries[1][0]) == entries[1:]
    assert headroomd.history(entries[1][0] + 1) == []
    assert headroomd.history(2**64 - 1) == []


def test_a_boost_is_history_too(desk):
    kate, window = desk.app(KATE)
    headroomd = desk.start(focus=window)
    entries = until(headroomd.history, "the boost is in the history")
    assert entries[0][1:4] == ("boost", KATE, kate.name)
    assert entries[0][-2:] == (False, "focused"), "it follows the focus, so it is no news"


def test_the_end_of_a_unit_on_which_something_is_in_force(desk):
    kate, _ = desk.app(KATE)
    idle = desk.tree.unit("app.slice/app-org.example.Idle-1.scope")
    headroomd = desk.start()
    kate.settles()
    headroomd.freeze(KATE)
    idle.disappears()
    kate.disappears()
    until(lambda: len(headroomd.history()) > 1, "its end is in the history")
    assert [entry[1:] for entry in headroomd.history()[1:]] == [
        ("ended", KATE, kate.name, "unknown", f"a unit of {KATE} has ended", False, "ended")
    ]


def test_the_level_is_unknown_where_pressure_cannot_be_read(desk):
    assert desk.start().get("Level") == "unknown"


def test_an_app_that_nobody_napped_or_holds(desk):
    desk.app(KATE)
    headroomd = desk.start()
    until(lambda: KATE in headroomd.call("Measure")[0], "the app is known")
    assert not headroomd.of_app(KATE, "Napped")
    assert headroomd.of_app(KATE, "Holds") == []
    assert headroomd.of_app(KATE, "State") == "running"


# Close


@pytest.mark.parametrize(
    "app, name", [("", "BadInput"), ("x" * 256, "BadInput"), ("gimp", "NoSuchApp")]
)
def test_close_of_what_is_no_app(desk, app, name):
    headroomd = desk.start()
    with pytest.raises(GLib.Error) as error:
        headroomd.call("Close", "(s)", app)
    assert error_of(error)[0] == name


def test_close_of_an_app_in_somebody_elses_unit_is_refused(desk):
    dbus = next(unit for unit in desk.tree.units if unit.name == "dbus.service")
    desk.window(desk.tree.sleep(dbus, "xterm"), "xterm")
    desk.systemd.failures["StartTransientUnit"] = (
        "org.freedesktop.DBus.Error.AccessDenied",
        "Not today.",
    )
    headroomd = desk.start()
    until(headroomd.rests, "it has read how xterm was launched")
    with pytest.raises(GLib.Error) as error:
        headroomd.call("Close", "(s)", "xterm")
    assert error_of(error) == ("Refused", "xterm has no unit of its own")


def test_close_thaws(desk):
    kate, _ = desk.app(KATE)
    headroomd = desk.start()
    kate.settles()
    headroomd.freeze(KATE)
    assert kate.is_frozen()
    headroomd.call("Close", "(s)", KATE)
    assert not kate.is_frozen()
