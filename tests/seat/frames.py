# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""When an app draws, without a change to the app: libwayland logs what its client sends if the
environment requests it."""

import re
import time
import uuid
from pathlib import Path

from seat import apps, cgroups, headroom
from seat.waiting import until

# libwayland takes the real time in microseconds, keeps 32 bits of it, and prints it in milliseconds
# (wl_closure_print in connection.c).
_WRAP_MS = 2**32 / 1000
_COMMIT = re.compile(
    rb"^\[ *([0-9]+\.[0-9]+)\] .*-> wl_surface[@#][0-9]+\.commit\(\)", re.MULTILINE
)


class Drawing:
    """Kate in a unit of its own, and the times at which it committed a frame."""

    def __init__(self, directory, app_id="org.example.Kate"):
        self.app_id = app_id
        self.log = Path(directory) / "wayland.log"
        self.unit = apps.own_unit(
            app_id,
            uuid.uuid4().hex,
            "kate",
            "--new",
            "--block",
            properties=("Environment=WAYLAND_DEBUG=client", f"StandardError=file:{self.log}"),
        )
        headroom.wait_for_app(
            app_id, lambda entry: entry["windows"] > 0, "Kate's window is up", within=120
        )
        self.path = cgroups.directory(self.unit)
        self.pid = until(
            lambda: next(
                (pid for pid in cgroups.pids_running("kate") if cgroups.unit_of(pid) == self.unit),
                None,
            ),
            "Kate runs",
        )

    def mark(self):
        """A place in the log, to search from."""
        return self.log.stat().st_size

    def first_frame(self, mark, after_ms, within=20):
        """Milliseconds from a moment (real time since 1970) to the first frame that was committed
        after it."""

        def look():
            with self.log.open("rb") as log:
                log.seek(mark)
                for found in _COMMIT.finditer(log.read()):
                    took = (float(found[1]) - after_ms) % _WRAP_MS
                    if took < _WRAP_MS / 2:  # else it was before
                        return took
            return None

        return until(look, "it draws", within)

    def draws_now(self):
        """Types a key into it, and returns when it drew as a response."""
        from seat import kwin

        mark, now = self.mark(), time.time() * 1000
        kwin.hand("key", "a")
        return self.first_frame(mark, now)

    def stop(self):
        apps.kill(self.unit)
