# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app that takes more memory than there is while it is in front: an editor, and a program in its
unit that begins after a signal. It is never frozen, so only the user can do something."""

import os
import signal
import sys
import uuid
from pathlib import Path

from seat import apps, cgroups, headroom, kwin, machine
from seat.loads import THRASH, WAITS, Load, python
from seat.waiting import until

# So that swap is not exhausted: then only file pages can be reclaimed, and nothing runs any more.
FREE_MIB, SWAP_MIB, TAKEN_MIB = 450, 1536, 900
SHORT_MIB = 100


class FrontHog(Load):
    def __init__(self):
        number = uuid.uuid4().hex
        self.app_id = f"org.example.Front{number[:6]}"
        self.unit = apps.own_unit(
            self.app_id,
            number,
            *("sh", "-c", '"$@" & exec kwrite', "sh"),
            *python(WAITS + THRASH, str(TAKEN_MIB)),
        )
        self.path = cgroups.directory(self.unit)

    def come_to_the_front(self, *place):
        headroom.wait_for_app(
            self.app_id, lambda entry: entry["windows"] > 0, "its window is up", within=240
        )
        self.editor = self._process("kwrite")
        if place:
            kwin.place_pid(self.editor, *place)
        kwin.activate_pid(self.editor)
        headroom.in_front(self.app_id, within=60)

    def begin(self):
        os.kill(self._process(Path(sys.executable).resolve().name), signal.SIGUSR1)
        until(
            lambda: machine.memory()["MemAvailable"] < SHORT_MIB or not self.path.exists(),
            "memory is short",
            within=120,
        )

    def warning(self, cursor):
        """Headroom's act that warns the user of it, once there is one."""
        return until(
            lambda: headroom.acts_on(headroom.acts(cursor), "warn", self.app_id),
            "the user is warned",
            within=120,
        )[0]

    def _process(self, name):
        running = cgroups.pids_running(name)
        return until(
            lambda: next((pid for pid in cgroups.pids_in(self.path) if pid in running), None),
            f"{name} runs",
        )
