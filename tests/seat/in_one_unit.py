# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A desktop that is in one unit, as after a login without systemd, and what is taken out of there."""

from seat import cgroups, headroom
from seat.waiting import until


class Desktop:
    """By the programs that it consists of."""

    def __init__(self, parts):
        self._parts = parts

    def wait(self):
        headroom.wait_for_daemon()
        until(
            lambda: all(cgroups.pids_running(part) for part in self._parts),
            "all of the desktop runs",
            within=60,
        )
        until(lambda: headroom.status()["window_source"] == "x11", "windows are told")

    def places(self):
        """{pid: unit}"""
        return {
            pid: cgroups.unit_of(pid) for part in self._parts for pid in cgroups.pids_running(part)
        }

    def has_no_part_in(self, unit):
        return not set(self.places()) & set(cgroups.pids_in(cgroups.directory(unit)))


def own_unit(program):
    """The unit that Headroom made for a program, once all of it is in there."""

    def alone():
        units = {cgroups.unit_of(pid) for pid in cgroups.pids_running(program)}
        return (
            units.pop()
            if len(units) == 1 and all(str(unit).startswith("app-headroom-") for unit in units)
            else None
        )

    return until(alone, f"{program} was adopted", within=40)
