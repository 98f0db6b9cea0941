# desktop: xfce
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Xfce, all of it in one unit as after a login without systemd. What its panel starts gets a unit
of its own, and the desktop stays where it is."""

import subprocess

import pytest

from seat import apps, cgroups, headroom, x11
from seat.in_one_unit import Desktop, own_unit
from seat.waiting import until

HOME = "xfce4-session.service"
DESKTOP = Desktop(("xfce4-session", "xfwm4", "xfce4-panel", "xfdesktop", "xfsettingsd"))
LAUNCHERS = {"mousepad": 20, "gnome-calculator": 60}  # the place of each in the panel


def clicked(program):
    x11.xdo("mousemove", str(LAUNCHERS[program]), "20", "click", "1")
    until(lambda: x11.window_of(program), f"{program} has a window", within=60)
    return own_unit(program)


@pytest.fixture(scope="module", autouse=True)
def desktop():
    DESKTOP.wait()


def test_two_apps_of_the_panel_leave_the_desktop_where_it_is(closing):
    before = DESKTOP.places()
    assert set(before.values()) == {HOME}, before
    units = [clicked(program) for program in LAUNCHERS]
    closing.extend(units)
    assert len(set(units)) == 2, "each has a scope of its own"
    after = DESKTOP.places()
    assert after == before
    assert all(DESKTOP.has_no_part_in(unit) for unit in units)


def test_the_boost_follows_what_the_panel_has_started(closing):
    units = {program: clicked(program) for program in LAUNCHERS}
    closing.extend(units.values())
    for program, unit in units.items():
        x11.xdo("windowactivate", x11.window_of(program))
        until(
            lambda unit=unit: headroom.units(headroom.status()["focused"] or "") == [unit],
            f"{program} is in front, by its own unit",
        )


def test_the_panels_own_window_moves_nothing():
    before = DESKTOP.places()
    subprocess.run(
        ["xfce4-panel", "--preferences"],
        check=True,
        timeout=60,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    until(
        lambda: "Panel Preferences"
        in x11.xdo(
            "search", "--onlyvisible", "--name", "Panel Preferences", "getwindowname", check=False
        ),
        "the dialog is up",
        within=40,
    )
    until(lambda: headroom.status()["focused"], "a foreground app is known")
    assert DESKTOP.places() == before
    x11.xdo("search", "--onlyvisible", "--name", "Panel Preferences", "windowclose")


def test_a_terminal_of_any_name_is_a_terminal(closing):
    """urxvt has more privileges than its user, so its open files can't be read. The shell that it
    starts shows that it is a terminal."""
    for app_id, command in {
        "org.example.plain": ["mousepad"],
        "org.example.first": ["xterm", "-fa", "Monospace"],
        "org.example.second": ["urxvt"],
    }.items():
        closing.append(apps.own_unit(app_id, "n1", *command))
        headroom.wait_for_app(
            app_id, lambda entry: entry["windows"] > 0, "its window is up", within=60
        )
    x11.xdo("windowactivate", x11.window_of("mousepad"))
    headroom.in_front("org.example.plain")
    for app_id in ("org.example.first", "org.example.second"):
        until(
            lambda app_id=app_id: "is a terminal" in headroom.ctl("why", app_id).stdout,
            f"{app_id} is a terminal",
            within=20,
        )
    assert "is a terminal" not in headroom.ctl("why", "org.example.plain").stdout


def test_a_paused_app_can_be_closed_from_the_task_bar(closing):
    """xfwm4 pings the window. A frozen app can't answer, and xfwm4 would offer to end it after 3
    s."""
    behind, front = "org.example.behind", "org.example.front"
    for app_id, command in {behind: "mousepad", front: "gnome-calculator"}.items():
        closing.append(apps.own_unit(app_id, "n1", command))
        headroom.wait_for_app(
            app_id, lambda entry: entry["windows"] > 0, "its window is up", within=60
        )
    window = x11.window_of("mousepad")
    x11.xdo("windowminimize", window)
    x11.xdo("windowactivate", x11.window_of("gnome-calculator"))
    headroom.in_front(front)
    headroom.ctl("freeze", behind)
    until(lambda: cgroups.is_frozen(closing[0]), "it is frozen")
    x11.close_from_task_bar(window)
    until(lambda: not headroom.units(behind), "its unit is gone", within=20)
    assert "its window had to respond" in headroom.ctl("history").stdout
