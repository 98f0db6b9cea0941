# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Moves and follows the focus: which app Headroom reports as focused, and how long after the
change."""

import ctypes
import os
import threading
import time

from gi.repository import Gio, GLib

from seat import cgroups
from seat.focus_change import FocusChange, first
from seat.latency import quantiles
from seat.main_loop import next_until
from seat.waiting import SLOWNESS, Waited

_IN_ATTRIB = 4
_libc = ctypes.CDLL(None, use_errno=True)


class Told:
    """A property of Headroom, followed by its change signals, with the time of each change
    (monotonic, in seconds)."""

    def __init__(self, name):
        self.name = name
        self.seen = []
        self._bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self._subscription = self._bus.signal_subscribe(
            "org.headroomd.Headroom1",
            "org.freedesktop.DBus.Properties",
            "PropertiesChanged",
            "/org/headroomd/Headroom1",
            "org.headroomd.Headroom1.Manager",
            Gio.DBusSignalFlags.NONE,
            self._changed,
        )
        # Headroom sends signals only to a client that has read a property. The read also completes
        # before the next step of the test.
        self._bus.call_sync(
            "org.headroomd.Headroom1",
            "/org/headroomd/Headroom1",
            "org.freedesktop.DBus.Properties",
            "Get",
            GLib.Variant("(ss)", ("org.headroomd.Headroom1.Manager", name)),
            None,
            Gio.DBusCallFlags.NO_AUTO_START,
            -1,
            None,
        )

    def _changed(self, _bus, _sender, _path, _interface, _signal, parameters):
        changed = parameters.unpack()[1]
        if self.name in changed:
            self.seen.append((time.monotonic(), changed[self.name]))

    def listen(self, seconds):
        """Processes incoming signals for some time."""
        end = time.monotonic() + seconds
        while next_until(end):
            pass

    def await_one(self, is_it, since, within=10.0):
        """The first matching change since a moment: (when, value)."""
        within *= SLOWNESS
        end = time.monotonic() + within
        while True:
            found = next(
                ((at, value) for at, value in self.seen if at >= since and is_it(value)), None
            )
            if found:
                return found
            if not next_until(end):
                raise Waited(
                    f"after {within:g} s {self.name} has no matching value; the last one was "
                    f"{self.seen[-1:] or 'nothing new'}"
                )

    def close(self):
        self._bus.signal_unsubscribe(self._subscription)


def seen_while(away, back):
    """The apps that Headroom reports as focused while something else takes the focus, and after
    it."""
    front = Told("Focused")
    away()
    front.listen(1)  # longer than Headroom waits for the focus to come back
    back()
    front.listen(0.5)
    front.close()
    return [app for _, app in front.seen]


class Marks:
    """Detects when the mark on a unit's cgroup is set: GNOME Shell's own event, without our
    extension. Headroom sets marks too; those don't count."""

    def __init__(self, *units):
        self.fd = _libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.of = {
            _libc.inotify_add_watch(self.fd, os.fsencode(cgroups.directory(unit)), _IN_ATTRIB): unit
            for unit in units
        }
        self.marks = {unit: self._mark(unit) for unit in units}
        self.seen = []
        self.source = GLib.unix_fd_add_full(
            GLib.PRIORITY_HIGH, self.fd, GLib.IOCondition.IN, self._read
        )

    def _read(self, *_):
        at = time.monotonic()
        try:
            data = os.read(self.fd, 65536)
        except BlockingIOError:
            return True
        for start in range(0, len(data), 16):
            watch = int.from_bytes(data[start : start + 4], "little", signed=True)
            unit = self.of.get(watch)
            mark = self._mark(unit) if unit else None
            if unit and mark != self.marks[unit]:
                self.marks[unit] = mark
                self.seen.append((unit, FocusChange(at, at)))
        return True

    @staticmethod
    def _mark(unit):
        try:
            return os.getxattr(cgroups.directory(unit), "user.xdg.inactive-since")
        except OSError:
            return None  # it never had the focus

    def first(self, unit, since):
        return first(self.seen, unit, since, f"{unit} has the focus")

    def close(self):
        GLib.source_remove(self.source)
        os.close(self.fd)


# From the compositor's event to Headroom's report. It always holds if no process in between waits
# for a processor. Here it holds half of the time, since two processors also draw the desktop.
PROMPT_MS = 5


def prompt_ms(told):
    """The bound of the median of "later". A message to a passive client waits for processors, too.
    If that takes longer than usual, so do Headroom's two messages: to it and from it."""
    return max(PROMPT_MS, 2 * told["heard"]["p50_ms"])


def follow(moves, when, what):
    """Makes each move (a callable) and waits until Headroom reports its app as focused.
    `when(app_id, since)` returns the FocusChange.

    Prints and returns quantiles of three delays. "after": from the change to Headroom's report.
    "heard": from the change until a passive client receives it. "later": from that client to
    Headroom's report, move by move, so that both include the compositor's own delay.

    Another thread makes each move. A thread that waited for the move to end would process all
    events of that time in one batch."""
    front = Told("Focused")
    words, changes = [], []
    try:
        for app_id, move in moves:
            since = time.monotonic()
            hand = threading.Thread(target=move)
            hand.start()
            try:
                at, _ = front.await_one(lambda app, wanted=app_id: app == wanted, since)
                change = when(app_id, since)
            finally:
                hand.join()
            words.append(at)
            changes.append(change)
    finally:
        front.close()
    told = {
        "after": quantiles([(at - change.made) * 1000 for at, change in zip(words, changes)]),
        "heard": quantiles([(change.heard - change.made) * 1000 for change in changes]),
        "later": quantiles([(at - change.heard) * 1000 for at, change in zip(words, changes)]),
    }
    print(
        f"{what}: {len(moves)} times right;",
        "; ".join(f"{name} {figures}" for name, figures in told.items()),
    )
    return told


def best_of_three(followed):
    """Calls followed() up to three times, until the slowest report after a change was prompt. The
    99th percentile of twenty is the slowest one, and a virtual CPU can be taken away for 5 ms. A
    daemon that is slow is slow in all three."""
    for _ in range(3):
        told = followed()
        if told["after"]["p99_ms"] <= PROMPT_MS:
            break
    return told
