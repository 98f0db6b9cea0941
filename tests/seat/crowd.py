# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""One app of many units, and what Headroom has recorded about it at a given moment."""

import contextlib
import os
import uuid
from pathlib import Path

from seat import apps, cgroups, headroom
from seat.loads import python
from seat.waiting import until

APP = "org.example.Crowd"
UNITS = 16
_LEDGER = Path(f"/run/user/{os.getuid()}/headroom/frozen")

# One unit computes. The others poll five times a second. Each has a child process.
_IDLES = "while True: time.sleep(0.2)"
_BUSY = f"import os, time\nif os.fork():\n  while True: pass\n{_IDLES}"
_AWAKE = f"import os, time\nos.fork()\n{_IDLES}"


def to_stand_still():
    """Every cgroup of the user whose freeze was requested."""
    found = []
    for path, names, _ in os.walk(cgroups.MANAGER):
        try:
            if "1" in (Path(path) / "cgroup.freeze").read_text(encoding="ascii"):
                found.append(path)
        except OSError:
            names.clear()  # it is gone
    return found


def marked_for_oomd():
    """Every cgroup of the user that has systemd-oomd's mark, whoever has set it."""
    found = set()
    for path, _, _ in os.walk(cgroups.MANAGER):
        with contextlib.suppress(OSError):
            if cgroups.is_marked_for_oomd(path):
                found.add(path)
    return found


def marked(*names):
    """Every cgroup of the user that has one of these Headroom marks: {path: marks}."""
    found = {}
    for path, _, _ in os.walk(cgroups.MANAGER):
        try:
            marks = {
                name: value
                for name, value in cgroups.marks(path).items()
                if name.removeprefix("user.headroom.") in names
            }
        except OSError:
            continue
        if marks:
            found[path] = marks
    return found


class Crowd:
    def __init__(self):
        self.app_id = APP
        self.units = [
            apps.own_unit(APP, uuid.uuid4().hex, *python(_AWAKE if number else _BUSY))
            for number in range(UNITS)
        ]
        headroom.wait_for_app(
            APP, lambda entry: len(entry["units"]) == UNITS, "all its units are known"
        )
        self.paths = [cgroups.directory(unit) for unit in self.units]
        until(lambda: len(self.pids()) == 2 * UNITS, "all its processes run")

    def pids(self):
        return sorted(pid for path in self.paths for pid in cgroups.pids_in(path))

    def traces(self):
        """How many of its units are in the ledger, have a mark, and have a freeze requested."""
        try:
            ledger = _LEDGER.read_text(encoding="utf-8")
        except OSError:
            ledger = ""
        return (
            sum(unit in ledger for unit in self.units),
            sum("user.headroom.frozen" in cgroups.marks(path) for path in self.paths),
            sum(map(cgroups.is_to_stand_still, self.paths)),
        )

    def is_to_stand_still(self):
        return all(map(cgroups.is_to_stand_still, self.paths))

    def end(self):
        apps.kill(*self.units)
