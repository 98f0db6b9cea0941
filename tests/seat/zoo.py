# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A walk through the zoo: each program is started, left, frozen, turned to, and checked again
later."""

import os
import signal
import subprocess
import time

from gi.repository import Gio, GLib

from seat import cgroups, headroom, zoo_tree
from seat.standing_still import Thaw, stands_still, up_from
from seat.waiting import SLOWNESS, Waited, until
from seat.wanted_boosts import Recording
from seat.zoo_table import Row

FROZEN_WITHIN_MS = 100
ALIVE_AFTER = 60  # seconds since it was thawed
_SETTLED = 3  # seconds in which none of its processes or windows comes or goes
_SETTLES_WITHIN = 25


class Visit:
    """One program on one desktop, from its start to a minute after its thaw."""

    def __init__(self, desk, curtain, program):
        self.desk = desk
        self._curtain = curtain
        self.program = program
        self.row = Row(program.name, desk.name)
        self.tree = {}
        self.windows = {}
        self.thawed_at = None
        self._recording = Recording()
        self._old_windows = set(desk.windows())
        self._tree = zoo_tree.Tree(zoo_tree.processes())
        self._old_units = zoo_tree.units(zoo_tree.processes())

    def go(self):
        """Fills the row except its last column. Errors go into the row and nothing is raised, since
        the table is most useful where a program fails."""
        try:
            self._start()
            app = self._belongs()
            if app:
                self._is_boosted(app)
                self._freezes(app)
                self._thaws()
        except (AssertionError, OSError, subprocess.SubprocessError, GLib.Error) as error:
            self.row.wrong.append(f"{type(error).__name__}: {str(error).partition(chr(10))[0]}")
        self.thawed_at = time.monotonic()
        self._recording.end()

    def _start(self):
        began = time.monotonic()
        self.desk.start(self.program.entry, self.program.command)
        until(self._new_windows, "it has a window", self.program.patience)
        self.row.start_s = round(time.monotonic() - began, 1)
        self._settle()
        if self.program.also:
            have = len(self.windows)
            self.desk.start(self.program.also, self.program.also_command)
            until(
                lambda: len(self._new_windows()) > have,
                "it has another window",
                self.program.patience,
            )
            self._settle()
        self.row.windows = sorted(window.calls_itself for window in self.windows.values())

    def _new_windows(self):
        listed = self.desk.windows()
        self.windows = {each: listed[each] for each in listed if each not in self._old_windows}
        return self.windows

    def _settle(self):
        """No event reports that a program has started all its processes. This polls until nothing
        has changed for a while."""
        end = time.monotonic() + _SETTLES_WITHIN * SLOWNESS
        same_since, before = time.monotonic(), None
        while time.monotonic() < end and time.monotonic() - same_since < _SETTLED:
            windows = self._new_windows()
            self._grow()
            now = (set(windows), set(self.tree))
            if now != before:
                same_since, before = time.monotonic(), now
            time.sleep(0.2)  # the pace of the polling

    def _grow(self):
        name = os.path.basename(self.program.command.split()[0])
        pids = [window.pid for window in self.windows.values()]
        whole = self._tree.of(zoo_tree.processes(), pids, name)
        # Processes in a tab are not part of their terminal, nor of an editor with a terminal.
        self.tree = {
            pid: each
            for pid, each in whole.items()
            if not (each.unit or "").startswith("vte-spawn-")
        }

    def _belongs(self):
        """The one app; None: there is none, or several."""

        def look():
            self._new_windows()
            self._grow()
            known = {entry["id"]: entry for entry in headroom.status()["apps"]}
            own = {
                app: entry for app, entry in known.items() if self._units() & set(entry["units"])
            }
            shown = {app for app, entry in own.items() if entry["windows"]}
            return own, shown, self._outside(own)

        own, shown, outside = look()
        end = time.monotonic() + 5 * SLOWNESS
        while (len(own) != 1 or outside) and time.monotonic() < end:
            time.sleep(0.2)  # an adoption takes a moment
            own, shown, outside = look()
        self.row.apps = sorted(own)
        self.row.units = {
            unit: sorted(each.program for each in self.tree.values() if each.unit == unit)
            for entry in own.values()
            for unit in sorted(entry["units"])
        }
        self.row.processes = len(self.tree)
        self.row.outside = outside
        if len(own) != 1:
            self.row.wrong.append(f"it is {len(own)} apps: {', '.join(sorted(own)) or 'none'}")
        if outside:
            self.row.wrong.append(f"{len(outside)} of its {len(self.tree)} processes are outside")
        self._counts(own)
        return next(iter(shown or own), None)

    def _counts(self, own):
        """Whether each of its windows is counted for one app, if windows are known at all."""
        counted = [entry["windows"] for entry in own.values()]
        if None not in counted and own and sum(counted) < len(self.windows):
            self.row.wrong.append(f"{sum(counted)} of {len(self.windows)} windows are counted")

    def _units(self):
        return {each.unit for each in self.tree.values()} - {None}

    def _outside(self, own):
        units = {unit for entry in own.values() for unit in entry["units"]}
        return sorted(
            f"{each.program or '?'} in {each.unit}"
            for each in self.tree.values()
            if each.unit not in units
        )

    def _main_window(self):
        return next(iter(self.windows))

    def _is_boosted(self, app):
        """Whether all its units are boosted. If the machine has no controller for that: whether
        they would be."""
        self.desk.activate(self._main_window())
        able = headroom.status()["capabilities"]["cpu-weight"]["available"]
        units = {unit for unit, processes in self.row.units.items() if processes}
        look = self._weighed if able else self._recording.boosted
        try:
            headroom.in_front(app)
            until(lambda: units <= look(), "all its units are boosted", within=3)
            self.row.boosted = True
        except Waited:
            self.row.boosted = False
            focused = headroom.status()["focused"]
            left = ", ".join(sorted(units - look()))
            self.row.wrong.append(
                f"no boost in front: {left}"
                if focused == app
                else f"{focused} is said to be in front"
            )

    def _weighed(self):
        def weight(unit):
            said = headroom.user("show", "--value", "-p", "CPUWeight", unit).stdout.strip()
            return int(said) if said.isdigit() else 0

        return {unit for unit in self.row.units if weight(unit) > 100}

    def _freezes(self, app):
        self.desk.hide(list(self.windows))
        self.desk.activate(self._curtain)
        until(lambda: headroom.status()["focused"] != app, f"{app} is no longer in front")
        time.sleep(1)  # it has done what it does when it is hidden
        self._grow()
        units = [path for unit in headroom.units(app) if (path := cgroups.directory(unit))]
        began = time.monotonic()
        _ask_to_freeze(app)
        try:
            until(lambda: all(map(stands_still, units)) and not self._running(), "it is frozen", 3)
            self.row.frozen_ms = round((time.monotonic() - began) * 1000, 1)
            if self.row.frozen_ms > FROZEN_WITHIN_MS:
                self.row.wrong.append(f"frozen after {self.row.frozen_ms:g} ms")
        except Waited:
            running = self._running()
            some = ", ".join(sorted(set(running))[:4])
            self.row.wrong.append(f"frozen, but {len(running)} processes go on: {some}")
        time.sleep(1)  # it has to stay frozen

    def _running(self):
        """Processes of its tree that still run; ended ones don't count."""
        found = []
        for pid, each in self.tree.items():
            path = cgroups.cgroup_of(pid)
            if path and not any(map(stands_still, up_from(cgroups.ROOT / path.strip("/")))):
                found.append(each.program or str(pid))
        return found

    def _thaws(self):
        units = [cgroups.directory(unit) for unit in self.row.units]
        thaw = Thaw([path for path in units if path and stands_still(path)])
        turned = self.desk.turn_to(self._main_window(), thaw.wait, within=10)
        if turned.thawed is None:
            self.row.wrong.append("not thawed when its user turned to it")
            headroom.ctl("thaw", "--all", check=False)
        elif thaw.units:
            self.row.thawed_ms = round((turned.thawed - turned.at) * 1000, 1)
            if turned.drew:
                self.row.first_frame_ms = round((turned.drew - turned.at) * 1000, 1)
            elif self.desk.tells_frames:
                self.row.wrong.append("it didn't draw when its user turned to it")

    def look_again(self, after):
        """The check so many seconds after its thaw: the last column."""
        # The test is about that time, so it must pass.
        time.sleep(max(0, self.thawed_at + after - time.monotonic()))
        left = set(self.windows) & set(self.desk.windows())
        self.row.alive = bool(left) and not any(map(cgroups.is_frozen, self.row.units))
        if not self.row.alive:
            self.row.wrong.append(f"not alive {after} s later")

    def end(self):
        headroom.ctl("thaw", "--all", check=False)
        self._grow()
        for pid in self.tree:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
        ours = [unit for unit in {*self.row.units, *self._units()} if unit not in self._old_units]
        if ours:
            headroom.user("kill", "--signal=KILL", *ours, check=False)
            headroom.user("reset-failed", *ours, check=False)


def _ask_to_freeze(app):
    """Over the bus directly: a program that makes the call takes longer to start than all the
    rest."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    bus.call_sync(
        "org.headroomd.Headroom1",
        "/org/headroomd/Headroom1",
        "org.headroomd.Headroom1.Manager",
        "Freeze",
        GLib.Variant("(st)", (app, 0)),
        None,
        Gio.DBusCallFlags.NONE,
        20000 * SLOWNESS,
    )
