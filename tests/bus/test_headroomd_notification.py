# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""headroomd: what a button of the notification does, and what is shown if it can't be done."""

import pytest

from fake_notifications import FakeNotifications
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
    unit, front = desk.app(GREEDY)
    with Figures(desk.tree, unit) as figures:
        headroomd = desk.start(focus=front)
        until(lambda: headroomd.get("Focused") == GREEDY, "it is the active app")
        figures.grow()
        desk.tree.unit("app.slice/app-org.example.new-1.scope")  # the daemon samples
        figures.stall()
        notifications.with_button("close")
        yield headroomd


def answer(notifications):
    """The text of the notification without a button, which answers the user's choice."""

    def found():
        return [text for _, text, buttons in list(notifications.shown.values()) if not buttons]

    return until(found, "the choice is answered")[0]


def test_the_active_app_has_no_button_that_would_be_refused(warned, notifications):
    assert warned.get("Focused") == GREEDY
    assert [buttons for _, _, buttons in notifications.shown.values()] == [["close", "never"]]


def test_a_pause_that_is_refused_is_answered(warned, notifications):
    """The user had chosen it when the app was not the active one yet."""
    notifications.choose("freeze", beside="close")
    assert "is the active app" in answer(notifications)
    assert warned.get("Culprit")[4] is False


def test_a_rule_that_can_not_be_saved_is_answered(warned, notifications, tmp_path):
    (tmp_path / ".config/headroomrc").mkdir(parents=True)
    notifications.choose("never")
    assert answer(notifications)
    assert f"App-{GREEDY}/Rule" not in warned.get("Settings")
