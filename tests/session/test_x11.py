# desktop: x11
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""X11 with a window manager that follows EWMH: what the server tells, and what becomes of it when the manager, or the server, is killed."""

import itertools
import os
import subprocess
import time

import pytest

from seat import apps, cgroups, desk, headroom
from seat.waiting import SLOWNESS, until

CALCULATOR, EDITOR, XTERM = "org.gnome.Calculator", "org.xfce.mousepad", "xterm"
COMMANDS = {CALCULATOR: ["gnome-calculator"], EDITOR: ["mousepad"], XTERM: ["xterm", "-fa", "Monospace"]}
PROGRAMS = {CALCULATOR: "gnome-calculator", EDITOR: "mousepad", XTERM: "xterm"}


def xdo(*words, check=True):
    return subprocess.run(["xdotool", *words], check=check, capture_output=True, text=True, timeout=20 * SLOWNESS).stdout


def pid_of(name):
    return next(iter(cgroups.pids_running(PROGRAMS[name])), None)


def window_of(name):
    """The one that the manager knows: GTK has others of the same process, that are never shown."""
    listed = subprocess.run(["xprop", "-root", "_NET_CLIENT_LIST"], check=True, capture_output=True, text=True, timeout=20 * SLOWNESS).stdout
    mine = xdo("search", "--pid", str(pid_of(name)), check=False).split() if pid_of(name) else []
    return next((window for window in mine if f"{int(window):#x}" in listed), None)


def start(name):
    unit = apps.own_unit(name, f"n{time.monotonic_ns()}", *COMMANDS[name])
    until(lambda: window_of(name), f"{name} has a window", within=60)
    until(lambda: headroom.units(name), f"{name} is known")
    return unit


def activate(name):
    xdo("windowactivate", window_of(name))


def in_front(name, within=5):
    until(lambda: headroom.status()["focused"] == name, f"{name} is in front", within)


@pytest.fixture(scope="module", autouse=True)
def three_apps():
    headroom.wait_for_daemon()
    units = [start(name) for name in COMMANDS]
    for name, x in zip(COMMANDS, (0, 430, 860)):
        xdo("windowmove", window_of(name), str(x), "100")
        xdo("windowsize", window_of(name), "400", "500")
    yield
    apps.stop(*units)


def test_the_source_is_found_and_says_what_it_can_tell():
    assert headroom.status()["window_source"] == "x11"
    assert "x11 tells which windows there are, which one is in front and which are hidden" in headroom.ctl("doctor", check=False).stdout
    assert headroom.app(CALCULATOR)["windows"] == 1


def test_the_focus_moved_twenty_times():
    activate(XTERM)
    in_front(XTERM)
    where = dict(zip(COMMANDS, (200, 630, 1060)))
    spy = subprocess.Popen(["stdbuf", "-oL", "xprop", "-root", "-spy", "_NET_ACTIVE_WINDOW"], stdout=subprocess.PIPE)
    os.set_blocking(spy.stdout.fileno(), False)
    order = list(itertools.islice(itertools.cycle(COMMANDS), 20))
    ways = [lambda name: activate(name), lambda name: xdo("mousemove", str(where[name]), "300", "click", "1")]
    moves = [(name, lambda name=name, way=ways[turn % 2]: way(name)) for turn, name in enumerate(order)]
    told = desk.follow(moves, lambda _name, since: since, "the command to Focused, xdotool's own start included")
    spy.terminate()
    spy.wait()
    assert told["count"] == 20


def test_another_desktop_and_a_click_on_none_take_nothing_away():
    activate(CALCULATOR)
    in_front(CALCULATOR)
    front = desk.Front()
    xdo("mousemove", "1270", "790", "click", "2")
    xdo("key", "Escape")
    xdo("set_desktop", "1")
    until(lambda: "can be seen" not in headroom.ctl("why", EDITOR).stdout, "the editor is known to be hidden")
    front.listen(0.5)
    xdo("set_desktop", "0")
    until(lambda: "can be seen" in headroom.ctl("why", EDITOR).stdout, "the editor can be seen again")
    front.listen(0.5)
    front.close()
    assert [app for _, app in front.seen if app != CALCULATOR] == []


def test_the_server_killed_and_back():
    subprocess.run(["systemctl", "--user", "kill", "--signal=KILL", "headroom-lab-screen.service"], check=True, timeout=20)
    until(lambda: not headroom.status()["window_source"], "Headroom has noticed")
    subprocess.run(["systemctl", "--user", "restart", "headroom-lab-screen.service", "openbox.service"], check=True, timeout=60)
    until(lambda: headroom.status()["window_source"] == "x11", "the server is asked again", within=2)
    start(CALCULATOR)
    activate(CALCULATOR)
    in_front(CALCULATOR, within=2)
