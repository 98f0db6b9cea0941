# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Apps of medium size with minimised windows, which use all memory that they hold."""

import os
import signal
import sys
import time
import uuid
from pathlib import Path

from seat import apps, cgroups, headroom, kwin, machine
from seat.loads import BLOCK
from seat.probe import LONGEST, PROGRAM, Probe
from seat.waiting import until

HELD_MIB = 120
MEASURED = 90  # seconds
STALL_MS = 100

# On the first signal it allocates its memory and touches each page over and over. On the second it
# starts again with nothing. All code is loaded before the first signal: where memory is short, its
# page faults would otherwise be what is measured.
USES = BLOCK + f"""
import signal, sys, time
signal.signal(signal.SIGUSR1, lambda *_: None)
signal.signal(signal.SIGUSR2, lambda *_: os.execv(sys.executable, sys.orig_argv))
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1, signal.SIGUSR2])
signal.pause()
held = [bytearray(block) for _ in range({HELD_MIB})]
while True:
    for each in held:
        each[::4096] = bytes(256)
    time.sleep(0.05)
"""


class Medium:
    @staticmethod
    def app_id_of(number):
        return f"org.example.Medium{number}"

    def __init__(self, number):
        self.app_id = self.app_id_of(number)
        self.unit = apps.own_unit(
            self.app_id,
            uuid.uuid4().hex,
            "sh",
            "-c",
            '"$@" & exec ' + f"{PROGRAM} --window --app-id {self.app_id} --seconds {LONGEST}",
            "sh",
            sys.executable,
            "-c",
            USES,
            properties=["StandardOutput=null"],
        )
        self.path = cgroups.directory(self.unit)
        try:
            headroom.wait_for_app(
                self.app_id, lambda entry: entry["windows"] > 0, "its window is up", within=120
            )
            shown = next(
                pid for pid in cgroups.pids_in(self.path) if pid in cgroups.pids_running("uiprobe")
            )
            kwin.minimise(self.app_id)
            until(lambda: not kwin.windows(shown), "it is minimised", within=60)
        except BaseException:
            self.stop()
            raise

    def use(self):
        until(self._waits, "it is ready", within=60)
        self._tell(signal.SIGUSR1)

    def give_back(self):
        self._tell(signal.SIGUSR2)

    def _user(self):
        return next(
            (
                pid
                for pid in cgroups.pids_in(self.path)
                if pid in cgroups.pids_running(Path(sys.executable).resolve().name)
            ),
            None,
        )

    def _waits(self):
        """Whether it has the handlers; without one the signal would end it."""
        pid = self._user()
        said = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines() if pid else []
        caught = next((line.split()[1] for line in said if line.startswith("SigCgt:")), "0")
        return int(caught, 16) >> (signal.SIGUSR2 - 1) & 1

    def _tell(self, number):
        os.kill(self._user(), number)

    def stop(self):
        apps.kill(self.unit)


def started(count):
    up = []
    try:
        for number in range(1, count + 1):
            up.append(Medium(number))
    except BaseException:
        ended(up)
        raise
    return up


def ended(these):
    for app in these:
        app.stop()


def stalled(these, with_headroom):
    """Seconds that the foreground app stalled while all apps used what they hold, Headroom's acts
    meanwhile, and what the kernel has killed."""
    headroom.user("start", "headroomd.service")
    headroom.wait_for_daemon()
    probe = Probe("--window")
    try:
        machine.wait_for_calm()
        cursor = headroom.journal_cursor()
        if not with_headroom:
            headroom.user("stop", "headroomd.service")
        probe.begin()
        for app in these:
            app.use()
        time.sleep(MEASURED)  # the length of the measurement
        for app in these:
            app.give_back()
        frames = probe.end()
    finally:
        probe.stop()
    return frames.stall_seconds(STALL_MS), headroom.acts(cursor), machine.killed(cursor)


def frozen(acts):
    return [act["HEADROOM_APP"] for act in acts if act["HEADROOM_ACTION"] == "freeze"]
