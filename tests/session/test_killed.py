# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Nothing frozen outlives the daemon, however it dies."""

import os
import random
import signal
import threading
import time

import pytest

from seat import cgroups, headroom
from seat.waiting import until

pytestmark = pytest.mark.usefixtures("no_start_limit")

MOMENTS = 100
WITHIN = 1.0  # seconds until everything runs again


def kill_and_time(path, delay):
    """Asks for a freeze and kills the daemon some time into it. Returns whether it had begun, and how long until everything ran again."""
    pid = headroom.daemon_pid()
    asking = threading.Thread(target=headroom.ctl, args=("freeze", "org.kde.kwrite"), kwargs={"check": False})
    asking.start()
    time.sleep(delay)  # the random moment is the point: no event is awaited here
    os.kill(pid, signal.SIGKILL)
    killed = time.monotonic()
    begun = cgroups.is_to_stand_still(path) or bool(cgroups.marks(path))
    until(lambda: not cgroups.is_to_stand_still(path) and headroom.user("show", "--value", "-p", "MainPID", "headroomd.service").stdout.strip() != str(pid),
          "everything runs again", within=5)
    took = time.monotonic() - killed
    asking.join()
    return begun, took


def test_killed_at_random_moments(kwrite, konsole):
    path = cgroups.directory(kwrite)
    took, begun = [], 0
    rng = random.Random(20260101)
    for moment in range(MOMENTS):
        headroom.wait_for_daemon()
        had_begun, seconds = kill_and_time(path, rng.uniform(0, 0.06))
        took.append(seconds)
        begun += had_begun
        until(lambda: headroom.daemon_pid() > 0, "systemd started it again")
        assert not cgroups.is_to_stand_still(path), f"frozen after kill {moment}"
        assert not cgroups.marks(path), f"a mark is left after kill {moment}"
    print(f"{MOMENTS} kills, {begun} of them with the freeze begun; everything running again after {sorted(took)[MOMENTS // 2]:.3f} s in the middle, {max(took):.3f} s at the worst")
    assert max(took) <= WITHIN
    assert begun >= MOMENTS / 10, "hardly any kill came while something was frozen: this shows little"


def test_killed_while_frozen(kwrite, konsole):
    headroom.ctl("freeze", "org.kde.kwrite")
    until(lambda: cgroups.is_frozen(kwrite), "KWrite stands still")
    os.kill(headroom.daemon_pid(), signal.SIGKILL)
    killed = time.monotonic()
    until(lambda: not cgroups.is_frozen(kwrite), "KWrite runs again", within=5)
    assert time.monotonic() - killed <= WITHIN


def test_hung_while_frozen(kwrite, konsole):
    """systemd's watchdog is armed while a lease is out: a daemon that hangs is killed and its leases end."""
    headroom.ctl("freeze", "org.kde.kwrite")
    until(lambda: cgroups.is_frozen(kwrite), "KWrite stands still")
    os.kill(headroom.daemon_pid(), signal.SIGSTOP)
    until(lambda: not cgroups.is_frozen(kwrite), "the watchdog's period is over and KWrite runs again", within=20)
