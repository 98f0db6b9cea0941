# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An application that is closed, and knows how."""

import tempfile
import time
from pathlib import Path

from seat import apps, headroom
from seat.waiting import until

APP = "org.example.Closing"


def told_to_end():
    """Starts an application, has it closed, and gives whether its processes were told to end (SIGTERM): a window that is closed takes them along without that."""
    with tempfile.TemporaryDirectory() as directory:
        told = Path(directory) / "told"
        unit = apps.own_unit(APP, f"n{time.monotonic_ns()}", "xterm", "-e", "sh", "-c", f'trap "touch {told}; exit" TERM; while :; do sleep 0.1; done')
        try:
            until(lambda: headroom.status()["focused"] == APP, "its window is up", within=60)
            headroom.ctl("close", APP)
            until(lambda: not headroom.units(APP), "it has ended", within=20)
        finally:
            apps.stop(unit)
        return told.exists()
