# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""No callback blocks the daemon's main loop where every controller exists and the disk is the
machine's own. tests/session/test_turn_times.py has the other hard cases."""

import contextlib
import subprocess

import pytest

from seat import headroom, turns
from seat.loads import Load
from seat.many_units import ManyUnits
from seat.waiting import SLOWNESS, until

MANY = 300


@pytest.fixture(autouse=True)
def no_callback_keeps_the_loop(how_long_callbacks_keep_the_loop):
    """Everything takes longer on an emulated processor. The limit is three times an empty call, if
    that is more. The slowest of the empty calls don't count, or a single odd one would raise the
    limit."""
    with turns.EmptyCalls() as calls:
        yield
    turns.none_is_longer_than(max(turns.LIMIT_MS, 3 * calls.usual_ms()))


def test_while_the_disk_is_saturated():
    headroom.wait_for_daemon()
    with contextlib.ExitStack() as at_the_end:
        at_the_end.callback(Load("write").stop)
        for number in range(20):
            subprocess.run(
                [
                    "systemd-run",
                    "--user",
                    "--scope",
                    "--quiet",
                    f"--unit=app-org.example.Start{number}-{number}.scope",
                    "true",
                ],
                check=True,
                timeout=60 * SLOWNESS,
            )


def test_while_the_status_of_many_apps_is_asked_for():
    headroom.wait_for_daemon()
    with ManyUnits(MANY):
        until(lambda: len(headroom.status()["apps"]) >= MANY, "they are known", 60)
        for _ in range(5):
            headroom.ctl("status")
