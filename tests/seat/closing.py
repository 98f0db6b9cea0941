# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An application that is closed, and knows how."""

import tempfile
import time
from pathlib import Path

from seat import apps, headroom
from seat.waiting import until

APP = "org.example.Closing"


def told_to_end(program="xterm", await_window=None, close=lambda: headroom.ctl("close", APP)):
    """Starts an application, has it closed, and gives whether its processes were told to end (SIGTERM): whoever has his window closed ends without that.
    `await_window`: how, where Headroom doesn't know of windows."""
    with tempfile.TemporaryDirectory() as directory:
        told = Path(directory) / "told"
        # After its last command a shell looks at no signal any more. What it starts when it is told to end is told, too: systemd goes on until nobody is new.
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
            until(lambda: not headroom.units(APP), "it has ended", within=20)
        finally:
            apps.stop(unit)
        return told.exists()
