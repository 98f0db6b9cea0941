# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which processes belong to a program, found without Headroom: by parents, sessions and cgroups of
the processes that are new since it was started."""

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from seat import cgroups


@dataclass(frozen=True)
class Process:
    pid: int
    parent: int
    session: int
    program: str  # file name of its executable; "" if that can't be read
    path: str  # below the cgroup mount

    @property
    def unit(self):
        return cgroups.unit_of_path(self.path)


def processes():
    """All processes that haven't ended, by pid."""
    found = {}
    for pid in cgroups.all_pids():
        with contextlib.suppress(OSError):
            stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
            state, parent, _, session = stat[stat.rindex(")") + 2 :].split()[:4]
            if state in "ZX":
                continue
            program = ""
            with contextlib.suppress(OSError):
                program = os.path.basename(os.readlink(f"/proc/{pid}/exe"))
            found[pid] = Process(
                pid, int(parent), int(session), program, cgroups.cgroup_of(pid) or ""
            )
    return found


def units(known):
    return {process.unit for process in known.values()}


class Tree:
    """Grows from the processes that have windows or that run the program's own file. Processes from
    before its start are never part of it, so neither are the desktop, the bus, and the terminal
    that started it."""

    def __init__(self, before):
        self._before = before
        self._old_units = units(before)

    def of(self, known, window_pids, program):
        """The current processes that belong to the program, by pid."""
        new = {pid: each for pid, each in known.items() if pid not in self._before}
        inside = {pid for pid in window_pids if pid in new}
        inside |= {pid for pid, each in new.items() if each.program == program}
        while more := {pid for pid in new.keys() - inside if self._joins(new[pid], inside, new)}:
            inside |= more
        return {pid: new[pid] for pid in inside}

    def _joins(self, each, inside, new):
        """A child, a parent, a process of the same session, or of a unit that is new with it."""
        members = [new[pid] for pid in inside]
        return (
            each.parent in inside
            or each.session in inside
            or any(each.pid in (member.parent, member.session) for member in members)
            or self._came_with_it(each.unit)
            and any(each.unit == member.unit for member in members)
        )

    def _came_with_it(self, unit):
        return unit is not None and unit.startswith("app-") and unit not in self._old_units
