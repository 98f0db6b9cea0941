# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Apps with a window that also load one processor, and the shares they get of it."""

import os
import time
import uuid

from seat import apps, cgroups, headroom, probe, quiet
from seat.waiting import until

ONE_CPU = "1"
EDITOR = ("kwrite",)
# The window of a program that hardly does anything. On an emulated processor it is up in a quarter
# of the time that an editor takes.
LIGHT = (
    probe.PROGRAM,
    *f"--window --seconds {probe.LONGEST} --file-mib 0 --anon-mib 0 --work-us 0".split(),
)


class Busy:
    """A program with a window and busy loops in one unit. All loops share one processor."""

    def __init__(self, app_id, within=120, busy=True, loops=1, window=EDITOR):
        """within: seconds until its window is up; None: the caller calls come_up() later."""
        self.app_id = app_id
        self._program = os.path.basename(window[0])
        loop = f'taskset -c {ONE_CPU} sh -c "while :; do :; done" & ' if busy else ""
        self.unit = apps.own_unit(
            app_id, uuid.uuid4().hex, "sh", "-c", loop * loops + 'exec "$0" "$@"', *window
        )
        if within is not None:
            self.come_up(within)

    @classmethod
    def each(cls, *app_ids, within=240, busy=True, window=EDITOR):
        """Several that start at the same time. On an emulated machine an editor takes long to
        start."""
        started = [cls(app_id, within=None, busy=busy, window=window) for app_id in app_ids]
        for app in started:
            app.come_up(within)
        return started

    def come_up(self, within):
        headroom.wait_for_app(
            self.app_id, lambda entry: entry["windows"] > 0, "its window is up", within
        )
        self.path = cgroups.directory(self.unit)
        self.pid = until(
            lambda: next(
                (
                    pid
                    for pid in cgroups.pids_running(self._program)
                    if cgroups.unit_of(pid) == self.unit
                ),
                None,
            ),
            f"{self._program} runs",
        )

    def used_us(self):
        return quiet.used_us(self.unit)

    def stop(self):
        apps.stop(self.unit)


class Grinder:
    """An app without a window whose loops take most of that processor."""

    app_id = "org.example.Grinder"

    def __enter__(self):
        loop = f"taskset -c {ONE_CPU} sh -c 'while :; do :; done' & "
        self.unit = apps.own_unit(self.app_id, uuid.uuid4().hex, "sh", "-c", loop * 6 + "wait")
        self.path = cgroups.directory(self.unit)
        return self

    def __exit__(self, *_):
        apps.kill(self.unit)


def share(one, other, seconds=5):
    """The share that `one` has of the processor time that both use in some seconds."""
    before = one.used_us(), other.used_us()
    time.sleep(seconds)  # the length of the measurement
    used = one.used_us() - before[0], other.used_us() - before[1]
    return used[0] / sum(used)
