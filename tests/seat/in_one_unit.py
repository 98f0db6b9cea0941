# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A desktop that runs in one unit, as after a login without systemd, and what is adopted from
there."""

from seat import cgroups, headroom
from seat.waiting import until


class Desktop:
    """The desktop, by the programs that it consists of."""

    def __init__(self, parts):
        self._parts = parts

    def wait(self):
        headroom.wait_for_daemon()
        until(
            lambda: all(cgroups.pids_running(part) for part in self._parts),
            "all programs of the desktop run",
            within=60,
        )
        until(lambda: headroom.status()["window_source"] == "x11", "x11 is the window source")

    def places(self):
        """{pid: unit}"""
        return {
            pid: cgroups.unit_of(pid) for part in self._parts for pid in cgroups.pids_running(part)
        }

    def has_no_part_in(self, unit):
        return not set(self.places()) & set(cgroups.pids_in(cgroups.directory(unit)))


def own_unit(program):
    """The unit that Headroom created for a program, once all its processes are in there."""

    def alone():
        units = {cgroups.unit_of(pid) for pid in cgroups.pids_running(program)}
        return (
            units.pop()
            if len(units) == 1 and all(str(unit).startswith("app-headroom-") for unit in units)
            else None
        )

    return until(alone, f"{program} is adopted", within=40)
