# desktop: gnome
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The top of the extension's menu in a shortage: the app that causes it, and the button for it."""

import contextlib

import pytest

from seat import cgroups, gnome, headroom, indicator, paused
from seat.indicator import INDICATOR, click_on, lines, reports
from seat.paused import APPS, pause
from seat.waiting import until

REPORTED = ("Level", "LevelReason", "Culprit", "CulpritSummary", "CanFreezeCulprit", "Focused")

pytestmark = pytest.mark.usefixtures("extension")


@pytest.fixture(name="units")
def units_of_two_apps():
    with paused.two_apps(indicator.close_menu) as units:
        yield units


@contextlib.contextmanager
def shortage(app, sentence, paused_now):
    """What is shown while the app is the culprit."""
    culprit = [app, f"{sentence}: it took 2 GiB", "memory", "memory ran short", paused_now]
    with indicator.reports_alone(*REPORTED):
        reports(
            Level="high",
            LevelReason="it waited",
            Culprit=culprit,
            CulpritSummary=sentence,
            CanFreezeCulprit=not paused_now,
        )
        yield culprit


def test_a_paused_culprit_is_resumed_by_one_click_at_the_top(units):
    pause(units, APPS[0])
    with shortage(APPS[0], "paused Hog", True):
        indicator.open_menu(APPS[0])
        assert lines()[:4] == ["High", "Memory ran short", "Paused Hog", "Resume"]
        said = gnome.evaluate(f"return {INDICATOR}.accessible_name;")
        assert said == "Headroom: High. Paused Hog"
        click_on("Resume")
        until(lambda: not cgroups.is_frozen(units[APPS[0]]), "it runs again")


def test_a_culprit_that_runs_is_paused_by_one_click_at_the_top(units):
    with shortage(APPS[0], "slowed down Hog", False) as culprit:
        indicator.open_menu(APPS[0])
        assert lines()[:4] == ["High", "Memory ran short", "Slowed down Hog", "Pause"]
        reports(CanFreezeCulprit=False)
        assert "Pause" not in lines(), "it would be refused"
        reports(Focused=APPS[0], CanFreezeCulprit=None)
        assert "Pause" not in lines(), "older daemons refuse the active app"
        reports(Focused="", CulpritSummary=None)
        assert lines()[2] == "Slowed down Hog: it took 2 GiB", "that of an older daemon"
        reports(Culprit=[*culprit[:3], "", False])
        assert lines()[1] == "The active app often has to wait.", "no rule has a reason for it"
        click_on("Pause")
        until(lambda: cgroups.is_frozen(units[APPS[0]]), "it is paused")
        reports(Culprit=None)
        assert lines()[1] == "It waited" and "Hog" not in " ".join(lines()), "it names none"


def test_the_button_stays_about_the_app_under_the_pointer():
    with shortage("hog", "slowed down Hog", False):
        indicator.open_menu("")
        pointed = f"{INDICATOR}._remedy._item.active"
        gnome.evaluate(f"{pointed} = true;")
        reports(Culprit=["other", "", "cpu", "", True], CulpritSummary="paused Other")
        assert lines()[2:4] == ["Slowed down Hog", "Pause"]
        gnome.evaluate(f"{pointed} = false;")
        assert lines()[2:4] == ["Paused Other", "Resume"]
    indicator.close_menu()


def test_a_click_right_after_the_button_has_turned_is_none(units):
    with shortage(APPS[0], "slowed down Hog", False) as culprit:
        indicator.open_menu(APPS[0])
        item = f"{INDICATOR}._remedy._item"
        gnome.evaluate(f"{item}.active = true;")
        pause(units, APPS[0])
        reports(
            then=f"{INDICATOR}._remedy._act();",  # a click by another call may be too late for that
            Culprit=[*culprit[:4], True],
            CulpritSummary="paused Hog",
        )
        assert "Resume" in lines()
        gnome.evaluate(f"{item}.active = false;")
        headroom.status()  # it answers after what the Shell has asked before
        assert cgroups.is_frozen(units[APPS[0]]), "the click was meant for Pause"

        def clicked_again():
            gnome.evaluate(f"{INDICATOR}._remedy._act();")
            return not cgroups.is_frozen(units[APPS[0]])

        until(clicked_again, "half a second later it is a click on Resume")
    indicator.close_menu()
