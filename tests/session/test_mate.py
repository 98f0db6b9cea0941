# desktop: mate
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""MATE, all of it in one unit as after a login without systemd. What its panel starts gets a unit
of its own, and the desktop stays where it is."""

import time

import pytest

from seat import cgroups, headroom, x11
from seat.in_one_unit import Desktop, own_unit
from seat.waiting import until

HOME = "mate-session.service"
DESKTOP = Desktop(("mate-session", "marco", "mate-panel", "caja", "mate-settings-daemon"))
PROGRAMS = ("pluma", "gnome-calculator")
RUN = "Run Application"


@pytest.fixture(scope="module", autouse=True)
def desktop():
    DESKTOP.wait()


def run_dialog():
    """The panel's own dialog: the panel owns its window and what it starts."""
    x11.xdo("key", "alt+F2")
    until(
        lambda: RUN
        in x11.xdo("search", "--onlyvisible", "--name", RUN, "getwindowname", check=False),
        "the panel's run dialog is open",
        within=40,
    )


def enter_pressed():
    """The dialog accepts Enter only once it has read what was typed."""
    x11.xdo("key", "Return")
    time.sleep(0.5)
    return RUN not in x11.xdo(
        "search", "--onlyvisible", "--name", RUN, "getwindowname", check=False
    )


def started_by_the_panel(program):
    run_dialog()
    x11.xdo("search", "--onlyvisible", "--name", RUN, "windowactivate", "--sync", "type", program)
    until(enter_pressed, "the dialog has accepted the command")
    until(lambda: x11.window_of(program), f"{program} has a window", within=60)
    return own_unit(program)


def test_two_apps_of_the_panel_leave_the_desktop_where_it_is(closing):
    before = DESKTOP.places()
    assert set(before.values()) == {HOME}, before
    units = [started_by_the_panel(program) for program in PROGRAMS]
    closing.extend(units)
    assert len(set(units)) == 2, "each has a scope of its own"
    assert DESKTOP.places() == before
    assert all(DESKTOP.has_no_part_in(unit) for unit in units)


def test_the_boost_follows_what_the_panel_has_started(closing):
    units = {program: started_by_the_panel(program) for program in PROGRAMS}
    closing.extend(units.values())
    for program, unit in units.items():
        x11.xdo("windowactivate", x11.window_of(program))
        until(
            lambda unit=unit: headroom.units(headroom.status()["focused"] or "") == [unit],
            f"{program} is in front, by its own unit",
        )


def test_the_panels_own_window_moves_nothing():
    before = DESKTOP.places()
    run_dialog()
    until(lambda: headroom.status()["focused"], "a foreground app is known")
    assert DESKTOP.places() == before
    x11.xdo("search", "--onlyvisible", "--name", RUN, "windowclose")


def test_a_part_of_the_desktop_cannot_be_frozen():
    said = headroom.ctl("freeze", "marco", check=False)
    assert said.returncode != 0
    assert not cgroups.frozen_units()
