# desktop: x11
# packages: appstream-util desktop-file-utils dex i3-wm makepkg pacman-package-manager rpm rpmlint
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""i3 with two monitors, each of which shows its own workspace. So a window that isn't on the
current workspace may still be visible."""

import json
import subprocess
import time

import pytest

from seat import apps, headroom, x11
from seat.headroom import in_front
from seat.waiting import until

CALCULATOR, EDITOR = "org.gnome.Calculator", "org.xfce.mousepad"
COMMANDS = {CALCULATOR: ["gnome-calculator"], EDITOR: ["mousepad"]}
PROGRAMS = {CALCULATOR: "gnome-calculator", EDITOR: "mousepad"}
CONFIG = "fake-outputs 640x800+0+0,640x800+640+0\nfont pango:monospace 8\n"


def i3(*words):
    return json.loads(
        subprocess.run(
            ["i3-msg", *words], check=True, capture_output=True, text=True, timeout=60
        ).stdout
    )


def is_up():
    asked = subprocess.run(
        ["i3-msg", "-t", "get_outputs"], check=False, capture_output=True, text=True, timeout=60
    )
    return (
        asked.returncode == 0 and sum(output["active"] for output in json.loads(asked.stdout)) == 2
    )


def start(name):
    unit = apps.own_unit(name, f"n{time.monotonic_ns()}", *COMMANDS[name])
    until(lambda: x11.window_of(PROGRAMS[name]), f"{name} has a window", within=120)
    until(lambda: headroom.units(name), f"{name} is known")
    return unit


@pytest.fixture(scope="module", autouse=True)
def in_place_of_openbox(tmp_path_factory):
    config = tmp_path_factory.mktemp("i3") / "config"
    config.write_text(CONFIG, encoding="utf-8")
    headroom.wait_for_daemon()
    headroom.ctl("set", headroom.UNFOCUSED, "2")
    headroom.user("stop", "openbox.service")
    subprocess.run(
        [
            "systemd-run",
            "--user",
            "--unit=i3.service",
            "--slice=session.slice",
            "--collect",
            "i3",
            "-c",
            str(config),
        ],
        check=True,
        timeout=60,
    )
    until(is_up, "i3 has two monitors", within=60)
    i3("workspace", "1")
    units = [start(CALCULATOR)]
    i3("focus", "output", "right")
    i3("workspace", "2")
    units.append(start(EDITOR))
    yield
    headroom.ctl("set", headroom.UNFOCUSED, "--default")
    apps.stop(*units)
    headroom.user("stop", "i3.service")
    headroom.user("start", "openbox.service")


def test_what_is_on_the_other_monitor_can_be_seen():
    in_front(EDITOR)
    until(
        lambda: headroom.is_seen(CALCULATOR),
        "it is no longer exempt for having been in front recently",
        within=30,
    )
    assert [app["windows"] for app in (headroom.app(CALCULATOR), headroom.app(EDITOR))] == [1, 1]


def test_a_workspace_that_no_monitor_shows_is_hidden_until_one_does():
    i3("workspace", "2")
    until(
        lambda: headroom.is_seen(CALCULATOR),
        "it counts as visible, since nothing shows otherwise",
        within=30,
    )
    i3("workspace", "3")
    until(
        lambda: not headroom.is_seen(EDITOR),
        "the right monitor shows an empty workspace",
        within=30,
    )
    assert headroom.is_seen(CALCULATOR), "the left monitor shows the same as before"
    i3("workspace", "2")
    in_front(EDITOR)
    i3("focus", "output", "left")
    in_front(CALCULATOR)  # else it may never be known: an empty workspace changes nothing about it
    i3("workspace", "4")
    until(
        lambda: not headroom.is_seen(CALCULATOR),
        "the left monitor shows an empty workspace",
        within=30,
    )
    until(lambda: headroom.is_seen(EDITOR), "the right monitor shows the same as before", within=30)
    i3("workspace", "1")
    in_front(CALCULATOR)
