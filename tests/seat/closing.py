# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app that is closed, and records how."""

import tempfile
import time
from pathlib import Path

from seat import apps, headroom
from seat.waiting import until

APP = "org.example.Closing"


def told_to_end(program="xterm", await_window=None, close=lambda: headroom.ctl("close", APP)):
    """Starts an app and closes it. Returns whether its processes got SIGTERM: an app whose window
    is closed ends without one.
    `await_window`: how to wait for the window where Headroom doesn't see windows."""
    with tempfile.TemporaryDirectory() as directory:
        told = Path(directory) / "told"
        # A shell handles no signal after its last command. A process that the TERM trap starts gets
        # SIGTERM too: systemd repeats until it finds no new process.
        unit = apps.own_unit(
            APP,
            f"n{time.monotonic_ns()}",
            "sh",
            "-c",
            f'trap ": > {told}; exit" TERM; {program} & wait; sleep 0.2; :',
        )
        try:
            if await_window:
                await_window(unit)
            else:
                headroom.wait_for_app(
                    APP, lambda known: known["windows"] == 1, "its window is up", within=60
                )
            close()
            until(lambda: not headroom.units(APP), "its units are gone", within=20)
        finally:
            apps.stop(unit)
        return told.exists()
