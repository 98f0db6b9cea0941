# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: what a button of the notification does, and what is shown if it can't be done."""

import pytest
from gi.repository import GLib

from fake_notifications import FakeNotifications
from headroomd import error_of
from private_bus import until
from short_of_memory import Figures

GREEDY = "org.example.Greedy"


@pytest.fixture
def notifications(bus):
    with FakeNotifications(bus) as server:
        yield server


@pytest.fixture
def warned(desk, notifications):
    """The active app takes all memory, and the user is warned of it."""
    desk.greedy, front = desk.app(GREEDY)
    unit = desk.greedy
    unit.settles()  # as soon as it is frozen
    with Figures(desk.tree, unit) as figures:
        headroomd = desk.start(focus=front)
        until(lambda: headroomd.get("Focused") == GREEDY, "it is the active app")
        figures.grow()
        desk.tree.makes_the_daemon_sample()
        figures.stall()
        notifications.with_button("close")
        yield headroomd


def answer(notifications):
    """The text of the notification without a button, which answers the user's choice."""

    def found():
        return [text for _, text, buttons in list(notifications.shown.values()) if not buttons]

    return until(found, "the choice is answered")[0]


def test_the_active_app_is_minimised_and_then_paused(desk, warned, notifications):
    assert [buttons for _, _, buttons in notifications.shown.values()] == [
        ["freeze", "close", "never"]
    ]
    notifications.choose("freeze")
    path, _ = desk.kwin.await_calls("loadScript", 1)[0]
    assert path.endswith("/wish.js")
    window = desk.windows[0]
    assert desk.kwin.report({"source": "kwin", "sent": 2, "type": "ask"}) == (
        f"minimise {window['id']}"
    )
    assert not desk.greedy.is_frozen(), "it is still in front"
    desk.kwin.report(
        {"source": "kwin", "sent": 3, "type": "window", "window": window | {"hidden": True}}
    )
    desk.kwin.report({"source": "kwin", "sent": 4, "type": "focus", "focus": None})
    until(desk.greedy.is_frozen, "it is frozen")
    # KWin pinged it when it was activated, 2.5 s before. So nothing else comes in between.
    desk.kwin.report({"source": "kwin", "sent": 5, "type": "awaited", "id": window["id"]})
    until(lambda: not desk.greedy.is_frozen(), "it may answer")
    until(desk.greedy.is_frozen, "it is frozen again")
    assert "minimised org.example.Greedy to pause it: you requested it" in str(warned.history())
    desk.kwin.focus(window)
    until(lambda: not desk.greedy.is_frozen(), "a click on it resumes it")


def test_a_pause_that_is_refused_is_answered(desk, warned, notifications):
    """The user had chosen it when it was possible."""
    elsewhere = desk.tree.unit("session.slice/other.service")
    stray = desk.window(desk.tree.sleep(elsewhere), GREEDY)
    desk.kwin.report({"source": "kwin", "sent": 2, "type": "window", "window": stray})
    until(lambda: warned.of_app(GREEDY, "Windows") == 2, "it is known whose the window is")
    notifications.choose("freeze", beside="close")
    assert "is the active app" in answer(notifications)
    assert warned.get("Culprit")[4] is False


def test_at_other_times_no_program_can_have_a_window_minimised(desk):
    _, front = desk.app(GREEDY)
    headroomd = desk.start(focus=front)
    with pytest.raises(GLib.Error) as error:
        headroomd.freeze(GREEDY)
    assert error_of(error) == ("Refused", f"{GREEDY} is the active app, which is never paused")
    assert not [method for method, _ in desk.kwin.calls if method == "loadScript"]


def minimise(desk, window):
    """Nothing has the focus then."""
    desk.kwin.window(window, hidden=True)
    desk.kwin.focus(None)


def test_what_the_user_has_minimised_is_paused_at_once(desk):
    unit, front = desk.app(GREEDY)
    headroomd = desk.start(focus=front)
    minimise(desk, front)
    assert headroomd.get("Focused") == GREEDY, "the user may be back in a moment"
    unit.settles()
    headroomd.freeze(GREEDY)
    until(unit.is_frozen, "it is frozen")
    assert headroomd.get("Focused") == ""
    assert not [method for method, _ in desk.kwin.calls if method == "loadScript"]
    desk.kwin.focus(front)
    until(lambda: not unit.is_frozen(), "a click on it resumes it")
    assert headroomd.get("Focused") == GREEDY


def test_what_the_user_has_left_is_boosted_no_longer(desk):
    """Nothing is reported when the time is over."""
    unit, front = desk.app(GREEDY)
    headroomd = desk.start(focus=front)
    headroomd.call("SetSetting", "(ss)", "Freeze/UnfocusedSeconds", "1")
    until(lambda: headroomd.of_app(GREEDY, "Boosted"), "it is boosted")
    minimise(desk, front)
    until(lambda: headroomd.get("Focused") == "", "none is the active app")
    until(lambda: not headroomd.of_app(GREEDY, "Boosted"), "it is boosted no longer")
    headroomd.await_log("it is no longer the active app")
    headroomd.freeze(GREEDY)
    until(unit.is_frozen, "it is frozen")


def test_a_rule_that_can_not_be_saved_is_answered(warned, notifications, tmp_path):
    (tmp_path / ".config/headroomrc").mkdir(parents=True)
    notifications.choose("never")
    assert answer(notifications)
    assert f"App-{GREEDY}/Rule" not in warned.get("Settings")
