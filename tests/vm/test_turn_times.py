# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Nothing keeps the daemon's loop where every controller is there, and the disk is the machine's own. How long callbacks have taken is looked at after each
test (conftest.py); the rest that makes it hard is in tests/session/test_turn_times.py."""

import contextlib
import subprocess

from seat import headroom
from seat.loads import Load
from seat.many_units import ManyUnits
from seat.waiting import SLOWNESS, until

MANY = 300


def test_while_the_disk_is_saturated():
    headroom.wait_for_daemon()
    with contextlib.ExitStack() as at_the_end:
        at_the_end.callback(Load("write").stop)
        for number in range(20):
            subprocess.run(["systemd-run", "--user", "--scope", "--quiet", f"--unit=app-org.example.Start{number}-{number}.scope", "true"], check=True,
                           timeout=60 * SLOWNESS)


def test_while_the_status_of_many_apps_is_asked_for():
    headroom.wait_for_daemon()
    with ManyUnits(MANY):
        until(lambda: len(headroom.status()["apps"]) >= MANY, "they are known", 60)
        for _ in range(5):
            headroom.ctl("status")
