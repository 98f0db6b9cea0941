# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Whether cgroups are frozen, and when they are thawed."""

import threading
import time
from pathlib import Path

from seat import cgroups
from seat.waiting import SLOWNESS


class Thaw:
    """When the last of some units was thawed, by the clock that compositors use for their times."""

    def __init__(self, units):
        self.units = units
        self._at = None
        self._end = time.monotonic() + 30 * SLOWNESS
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self):
        while any(map(stands_still, self.units)):
            if time.monotonic() > self._end:
                return
            time.sleep(0.001)
        self._at = time.time()

    def wait(self, within):
        self._thread.join(within)
        return self._at


def stands_still(path):
    try:
        return "frozen 1" in (Path(path) / "cgroup.events").read_text(encoding="ascii")
    except OSError:
        return False


def up_from(path):
    while path != cgroups.ROOT:
        yield path
        path = path.parent
