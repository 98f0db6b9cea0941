# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An application that is closed, and knows how."""

import tempfile
import time
from pathlib import Path

from seat import apps, headroom
from seat.waiting import until

APP = "org.example.Closing"


def told_to_end(program="xterm", bring_to_front=lambda unit: None):
    """Starts an application, has it closed, and gives whether its processes were told to end (SIGTERM): whoever has his window closed ends without that."""
    with tempfile.TemporaryDirectory() as directory:
        told = Path(directory) / "told"
        unit = apps.own_unit(APP, f"n{time.monotonic_ns()}", "sh", "-c", f'trap "touch {told}; exit" TERM; {program} & wait')
        try:
            bring_to_front(unit)
            until(lambda: headroom.status()["focused"] == APP, "its window is up", within=60)
            headroom.ctl("close", APP)
            until(lambda: not headroom.units(APP), "it has ended", within=20)
        finally:
            apps.stop(unit)
        return told.exists()
