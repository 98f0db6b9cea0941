# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Ten minutes frozen, with the pointer moving over everything ten times a second, neighbours that
open and close, and clicks on the tray.

Does Kate exist afterwards, and does it draw? Frozen windows are ended by a full socket, or by a
compositor that loses patience.
"""

import json
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from seat import cgroups, headroom, kwin  # noqa: E402
from seat.busy import Busy  # noqa: E402
from seat.frames import Drawing  # noqa: E402
from seat.waiting import until  # noqa: E402

SECONDS = 600
EACH = 0.1
NEIGHBOUR_EVERY = 60
TRAY = (1180, 780)  # at the right of the panel, below all windows


def disturb(kate, until_monotonic):
    """Returns how often each disturbance was done."""
    rng = random.Random(20260101)
    done = {"moves": 0, "neighbours": 0, "tray clicks": 0}
    neighbour, next_neighbour = None, time.monotonic()
    while (now := time.monotonic()) < until_monotonic:
        if now >= next_neighbour:
            if neighbour:
                neighbour.stop()
            neighbour = Busy(f"org.example.Neighbour{done['neighbours']}", busy=False)
            kwin.place_pid(neighbour.pid, 640, 0, 600, 600)
            kwin.click(*TRAY)
            kwin.hand("key", "Escape")
            done["neighbours"] += 1
            done["tray clicks"] += 1
            next_neighbour = now + NEIGHBOUR_EVERY
        assert cgroups.is_frozen(kate.unit), "somebody thawed it"
        kwin.hand("mousemove", str(rng.randrange(1280)), str(rng.randrange(740)))
        done["moves"] += 1
        time.sleep(EACH)  # the pace of the pointer
    neighbour.stop()
    return done


def measure(directory):
    headroom.wait_for_daemon()
    kate = Drawing(directory)
    other = Busy("org.example.Other", busy=False)
    try:
        kwin.place_pid(kate.pid, 0, 0, 600, 600)
        kwin.place_pid(other.pid, 640, 0, 600, 600)
        kwin.click(940, 300)
        until(
            lambda: headroom.status()["focused"] == other.app_id,
            "the other one has the focus",
            within=30,
        )
        headroom.ctl("freeze", kate.app_id)
        until(lambda: cgroups.is_frozen(kate.unit), "Kate stands still")
        done = disturb(kate, time.monotonic() + SECONDS)
        kwin.click(300, 300)
        until(lambda: not cgroups.is_frozen(kate.unit), "a click thaws it", within=20)
        alive = kate.pid in cgroups.pids_in(kate.path)
        return {
            "seconds": SECONDS,
            **done,
            "alive": alive,
            "first frame after a key_ms": round(kate.draws_now(), 1) if alive else None,
        }
    finally:
        kate.stop()
        other.stop()


with tempfile.TemporaryDirectory() as scratch:
    print(json.dumps(measure(scratch)))
