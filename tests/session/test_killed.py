# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Nothing frozen outlives the daemon, however it ends."""

import os
import signal
import time

import pytest

from seat import cgroups, headroom, kills, kills_in_time
from seat import konsole as konsole_with_tabs
from seat.waiting import until

pytestmark = pytest.mark.usefixtures("no_start_limit")

KILLS = 25  # test_killed_thousand.py has a thousand


@pytest.fixture(name="scene")
def scene_of_kills(closing):
    units, shells = konsole_with_tabs.with_two_tabs()
    closing.extend(units)
    scene = kills.Scene(f"org.kde.konsole:{shells[0]}")
    yield scene
    scene.end()


def test_killed_at_random_moments(scene):
    done = kills.in_turn(scene, range(KILLS), "kills-short", kills.OF_A_WHOLE_LIFE)
    kills_in_time.are_in_time(done)


def test_killed_while_frozen(kwrite, konsole):
    headroom.ctl("freeze", "org.kde.kwrite")
    until(lambda: cgroups.is_frozen(kwrite), "KWrite is frozen")
    os.kill(headroom.daemon_pid(), signal.SIGKILL)
    killed = time.monotonic()
    until(lambda: not cgroups.is_frozen(kwrite), "KWrite runs again", within=5)
    assert time.monotonic() - killed <= kills_in_time.WITHIN


def test_hung_while_frozen(kwrite, konsole):
    """systemd's watchdog is armed while something is frozen. It kills a daemon that hangs, and the
    frozen apps are thawed."""
    headroom.ctl("freeze", "org.kde.kwrite")
    until(lambda: cgroups.is_frozen(kwrite), "KWrite is frozen")
    os.kill(headroom.daemon_pid(), signal.SIGSTOP)
    until(
        lambda: not cgroups.is_frozen(kwrite),
        "the watchdog has fired, and KWrite runs again",
        within=20,
    )
