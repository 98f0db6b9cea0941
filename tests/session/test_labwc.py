# desktop: sway
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""labwc: a compositor that reports windows to panels, but not the process of a window. An app is
known if a unit has the name that its window has."""

import itertools
import os
import signal

import pytest

from seat import apps, cgroups, closing, headroom, labwc, sway, xwayland
from seat.headroom import in_front
from seat.waiting import until

# Two Wayland clients and an X11 client, by labwc's names for them.
CALCULATOR, EDITOR, XTERM = "org.gnome.Calculator", apps.mousepads_id(), "xterm"
COMMANDS = {
    CALCULATOR: ["gnome-calculator"],
    EDITOR: ["mousepad"],
    XTERM: ["xterm", "-class", "xterm", "-fa", "Monospace"],
}  # labwc 0.8 reports its name, 0.9 its class


def start(app_id, name=None, command=None):
    """`name`: the name that its window reports, if that isn't the id."""
    within = 20 if app_id == XTERM else 120
    return xwayland.started(
        app_id, command or COMMANDS[app_id], lambda _: labwc.has(name or app_id), within
    )


def bring_to_front(name):
    labwc.activate(name)
    in_front(name)


@pytest.fixture(scope="module", autouse=True)
def units():
    headroom.wait_for_daemon()
    headroom.ctl("set", headroom.UNFOCUSED, "2")
    with labwc.in_place_of_sway():
        until(
            lambda: headroom.status()["window_source"] == "wayland",
            "labwc is the window source",
            within=5,
        )
        units = {name: start(name) for name in COMMANDS}
        yield units
        headroom.ctl("set", headroom.UNFOCUSED, "--default")
        apps.stop(*units.values())


def test_it_is_said_what_it_can_tell():
    assert "with the names that their apps choose" in headroom.ctl("doctor", check=False).stdout
    assert (
        headroom.app(CALCULATOR)["windows"] is None
    ), "the app may have more windows, which labwc doesn't report"


def test_the_focus_moved_twenty_times():
    for name in itertools.islice(itertools.cycle(COMMANDS), 20):
        bring_to_front(name)


def test_alt_tab_goes_back_to_the_one_before():
    bring_to_front(EDITOR)
    bring_to_front(CALCULATOR)
    sway.alt_tab()
    in_front(EDITOR)


def test_an_app_is_closed_by_its_window():
    def await_window(_unit):
        until(lambda: labwc.has(closing.APP), "its window is up", within=60)
        bring_to_front(closing.APP)

    assert not closing.told_to_end(f"foot --app-id {closing.APP}", await_window)


def test_whoever_is_frozen_goes_on_when_it_is_in_front_again(units):
    bring_to_front(CALCULATOR)
    labwc.minimise(EDITOR)
    until(
        lambda: headroom.ctl("freeze", EDITOR, check=False).returncode == 0,
        "the minimised editor may be frozen",
    )
    until(lambda: cgroups.is_frozen(units[EDITOR]), "it is frozen")
    bring_to_front(EDITOR)
    until(lambda: not cgroups.is_frozen(units[EDITOR]), "it is thawed")


def test_what_is_not_minimised_is_not_frozen():
    """labwc buffers 4 KiB of unread events for a client, and disconnects a client with more."""
    bring_to_front(EDITOR)
    bring_to_front(CALCULATOR)
    refused = headroom.ctl("freeze", EDITOR, check=False)
    assert refused.returncode != 0 and "the compositor would disconnect it" in refused.stderr


def test_nobody_knows_who_can_be_seen():
    bring_to_front(CALCULATOR)
    labwc.minimise(EDITOR)
    unknown = (
        f"It would not be paused when memory runs short: it isn't known whether "
        f"{headroom.app(EDITOR)['name']} is visible"
    )
    until(
        lambda: unknown in headroom.ctl("why", EDITOR).stdout,
        "it is no longer exempt for having been in front recently",
    )


def test_one_by_a_name_that_no_unit_has_takes_the_focus_from_all():
    unit = start(
        "org.example.Unlike", "org.example.Other", ["foot", "--app-id", "org.example.Other"]
    )
    bring_to_front("org.example.Other")
    assert headroom.ctl("why", CALCULATOR).stdout.count("is the active app") == 0
    apps.stop(unit)
    bring_to_front(CALCULATOR)


def test_killed_and_back():
    old = cgroups.pids_running("labwc")[0]
    os.kill(old, signal.SIGKILL)
    until(
        lambda: [pid for pid in cgroups.pids_running("labwc") if pid != old],
        "labwc is back",
        within=20,
    )
    until(labwc.is_up, "labwc listens", within=20)
    until(
        lambda: headroom.status()["window_source"] == "wayland",
        "labwc is the window source again",
        within=2,
    )
    unit = start(CALCULATOR)
    in_front(CALCULATOR)
    apps.stop(unit)
