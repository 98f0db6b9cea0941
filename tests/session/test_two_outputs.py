# packages: kcalc
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""KWin with two outputs: a window that fills the other one is visible, whatever app is in front
here."""

import os
import time
from pathlib import Path

import pytest

from seat import apps, headroom, kwin
from seat.waiting import until

CALCULATOR, EDITOR = "org.kde.kcalc", "org.kde.kwrite"
COMMANDS = {CALCULATOR: ["kcalc"], EDITOR: ["kwrite"]}


def outputs():
    return kwin.ask("return workspace.screens.length;")


@pytest.fixture(scope="module", autouse=True)
def two_outputs():
    """For the rest of this session, which is only for this file: KWin's restart takes the desktop
    with it."""
    directory = Path(os.environ["XDG_RUNTIME_DIR"]) / "systemd/user/plasma-kwin_wayland.service.d"
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "two.conf").write_text(
        "[Service]\nExecStart=\nExecStart=/usr/bin/kwin_wayland_wrapper --x11-display :5 --width "
        "640 --height 800 "
        "--output-count 2 --xwayland\n",
        encoding="utf-8",
    )
    headroom.user("daemon-reload")
    headroom.user("restart", "plasma-kwin_wayland.service")
    until(
        lambda: kwin.process() and headroom.status()["window_source"] == "kwin",
        "KWin is back, and its script reports windows",
        within=60,
    )
    assert outputs() == 2


@pytest.fixture(scope="module", autouse=True)
def one_on_each(two_outputs):
    units = []
    for at, (name, command) in enumerate(COMMANDS.items()):
        units.append(apps.own_unit(name, f"n{time.monotonic_ns()}", *command))
        headroom.wait_for_app(
            name, lambda entry: entry["windows"] == 1, "its window is up", within=60
        )
        move(
            name,
            f"workspace.sendClientToScreen(w, workspace.screens[{at}]); w.setMaximize(true, true);",
        )
        until(lambda name=name, at=at: screen_of(name) == at, f"{name} is on its screen")
    yield
    apps.stop(*units)


def move(name, code):
    kwin.run_script(
        f"workspace.windowList().filter(w => w.desktopFileName == '{name}').forEach(w => {{ "
        f"{code} }});"
    )


def screen_of(name):
    return kwin.ask(
        f"const w = workspace.windowList().find(w => w.desktopFileName == '{name}'); return "
        f"workspace.screens.indexOf(w.output);"
    )


def front(name):
    kwin.activate(name)
    headroom.in_front(name)


@pytest.mark.parametrize("other, name", [(CALCULATOR, EDITOR), (EDITOR, CALCULATOR)])
def test_what_is_on_the_other_output_can_be_seen(other, name):
    front(other)
    front(name)
    until(
        lambda: headroom.is_seen(other),
        "it is no longer exempt for having been in front recently",
        within=30,
    )
    move(name, "w.fullScreen = true;")
    try:
        until(lambda: headroom.app(name)["windows"] == 1, "it fills its own output")
        assert headroom.is_seen(other)
    finally:
        move(name, "w.fullScreen = false;")


def test_it_is_hidden_when_it_is_minimised_or_on_another_desktop():
    front(EDITOR)
    until(lambda: headroom.is_seen(CALCULATOR), "it is visible", within=30)
    kwin.minimise(CALCULATOR)
    until(
        lambda: not headroom.is_seen(CALCULATOR), "it is known to be hidden as minimised", within=30
    )
    kwin.minimise(CALCULATOR, False)
    until(lambda: headroom.is_seen(CALCULATOR), "it is visible again", within=30)
    kwin.run_script("if (workspace.desktops.length < 2) workspace.createDesktop(1, 'second');")
    move(CALCULATOR, "w.desktops = [workspace.desktops[1]];")
    until(
        lambda: not headroom.is_seen(CALCULATOR),
        "it is hidden, as its desktop is not shown",
        within=30,
    )
    move(CALCULATOR, "w.desktops = [];")
    until(lambda: headroom.is_seen(CALCULATOR), "it is visible on all desktops", within=30)
