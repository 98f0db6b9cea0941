# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""How long after KWin's own time stamp a focus change takes effect in the kernel."""

import ctypes
import errno
import json
import os
import select
import time

from seat import cgroups, headroom, kwin
from seat.busy import Busy
from seat.monitor import Monitor
from seat.waiting import SLOWNESS, until

IN_MODIFY = 2
_libc = ctypes.CDLL(None, use_errno=True)


class Written:
    """Detects a write to a control file, by inotify. The kernel reports it like any other write."""

    def __init__(self, *files):
        self.fd = _libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        for file in files:
            if _libc.inotify_add_watch(self.fd, os.fsencode(file), IN_MODIFY) < 0:
                raise OSError(ctypes.get_errno(), f"watching {file}")

    def when(self, so, within=20.0):
        """Milliseconds since 1970 at which a write made the condition true."""
        end = time.monotonic() + within * SLOWNESS
        while not so():
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError("the expected write did not come")
            select.select([self.fd], [], [], left)
            at = time.time() * 1000
            try:
                os.read(self.fd, 65536)
            except BlockingIOError:
                pass
            if so():
                return at
        return time.time() * 1000

    def close(self):
        os.close(self.fd)


class Reports(Monitor):
    """Copies of the compositor's reports, for their time stamps. Wait for the required reports
    before close()."""

    def __init__(self):
        super().__init__("interface='org.headroomd.Headroom1.Compositor',member='Report'")
        self._reports = []

    def all_of(self, kind):
        """Every report of a type so far."""
        self._reports += [
            json.loads(message["payload"]["data"][0])
            for message in self.messages()[len(self._reports) :]
        ]
        return [report for report in self._reports if report["type"] == kind]

    def focus_sent_after(self, after_ms):
        """The time stamp of the first focus report that was sent after a moment."""

        def look():
            return next(
                (
                    report["sent"]
                    for report in self.all_of("focus")
                    if report["focus"] and report["sent"] >= after_ms
                ),
                None,
            )

        return until(look, "the compositor's report is on the bus", within=20)


def quantiles(values):
    ordered = sorted(values)

    def at(part):
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))]

    return {
        "count": len(ordered),
        "p50_ms": round(at(0.5), 2),
        "p90_ms": round(at(0.9), 2),
        "p99_ms": round(at(0.99), 2),
        "worst_ms": round(ordered[-1], 2),
    }


def measure(changes, effect):
    """effect(target) prepares one change and returns (files to watch, the condition that must
    become true)."""
    headroom.wait_for_daemon()
    pair = Busy("org.example.Left", busy=False), Busy("org.example.Right", busy=False)
    places = (300, 940)
    for app, x in zip(pair, (0, 640)):
        kwin.place_pid(app.pid, x, 0, 600, 600)
    reports = Reports()
    took = []
    try:
        kwin.click(places[1], 300)
        until(
            lambda: headroom.status()["focused"] == pair[1].app_id,
            "the right one has the focus",
            within=30,
        )
        for change in range(changes):
            target = change % 2
            files, so = effect(pair[target], pair[1 - target])
            written = Written(*files)
            clicked = int(time.time() * 1000)
            click = kwin.begin_click(places[target], 300)
            done = written.when(so)
            written.close()
            click.wait(timeout=20 * SLOWNESS)
            took.append(done - reports.focus_sent_after(clicked))
    finally:
        reports.close()
        for app in pair:
            app.stop()
    return quantiles(took)


def thaw(target, _other):
    headroom.ctl("freeze", target.app_id)
    until(lambda: cgroups.is_frozen(target.unit), "the target is frozen")
    file = target.path / "cgroup.freeze"
    return [file], lambda: file.read_text(encoding="ascii").strip() == "0"


def boost(target, _other):
    file = target.path / "cpu.weight"

    def weight():
        """None: systemd has disabled the controller, maybe only since the file was opened."""
        try:
            return int(file.read_text(encoding="ascii"))
        except OSError as error:
            if error.errno not in (errno.ENOENT, errno.ENODEV):
                raise
            return None

    # The file has to be there, as the write to it is what is measured.
    until(lambda: weight() == 100, "the target's last boost is over", within=20)
    return [file], lambda: weight() == 500
