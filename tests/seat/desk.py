# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The focus, moved and followed: what Headroom says is in front, and how long after it was so."""

import ctypes
import os
import threading
import time

from gi.repository import Gio, GLib

from seat import cgroups
from seat.latency import quantiles
from seat.waiting import SLOWNESS, Waited

_MANAGER = "org.headroomd.Headroom1.Manager"
_IN_ATTRIB = 4
_libc = ctypes.CDLL(None, use_errno=True)


def _next_until(end):
    """Sleeps until something has come and takes it in; False: the time is over. Nothing is looked at now and then, or the times of what comes would be
    those of the looks."""
    left = end - time.monotonic()
    if left <= 0:
        return False
    rings = GLib.timeout_source_new(int(left * 1000) + 1)
    rings.set_callback(lambda *_: GLib.SOURCE_REMOVE)
    rings.attach(None)
    GLib.MainContext.default().iteration(True)
    rings.destroy()
    return True


class Front:
    """Headroom's word on what is in front, as it changes, with the time of each change (monotonic, in seconds)."""

    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.seen = []
        self.subscription = self.bus.signal_subscribe("org.headroomd.Headroom1", "org.freedesktop.DBus.Properties", "PropertiesChanged", "/org/headroomd/Headroom1",
                                                      _MANAGER, Gio.DBusSignalFlags.NONE, self._changed)

    def _changed(self, _bus, _sender, _path, _interface, _signal, parameters):
        changed = parameters.unpack()[1]
        if "Focused" in changed:
            self.seen.append((time.monotonic(), changed["Focused"]))

    def listen(self, seconds):
        """Takes in what comes for some time."""
        end = time.monotonic() + seconds
        while _next_until(end):
            pass

    def becomes(self, app_id, since):
        """When it became so, after a moment since when it can have; None: it hasn't yet."""
        return next((at for at, app in self.seen if app == app_id and at >= since), None)

    def await_app(self, app_id, since, within=10.0):
        within *= SLOWNESS
        end = time.monotonic() + within
        while self.becomes(app_id, since) is None:
            if not _next_until(end):
                raise Waited(f"after {within:g} s still not so: {app_id} is in front, but {self.seen[-1:] or 'nothing new'}")

    def close(self):
        self.bus.signal_unsubscribe(self.subscription)


def seen_while(away, back):
    """What Headroom says comes to the front while something is in between, and after it."""
    front = Front()
    away()
    front.listen(1)  # longer than any wait for the focus to come back
    back()
    front.listen(0.5)
    front.close()
    return [app for _, app in front.seen]


class Marks:
    """Tells when an attribute of a unit's cgroup is set: GNOME Shell's own event, without our extension."""

    def __init__(self, *units):
        self.fd = _libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.of = {_libc.inotify_add_watch(self.fd, os.fsencode(cgroups.directory(unit)), _IN_ATTRIB): unit for unit in units}
        self.seen = []
        self.source = GLib.unix_fd_add_full(GLib.PRIORITY_HIGH, self.fd, GLib.IOCondition.IN, self._read)

    def _read(self, *_):
        at = time.monotonic()
        try:
            data = os.read(self.fd, 65536)
        except BlockingIOError:
            return True
        for start in range(0, len(data), 16):
            watch = int.from_bytes(data[start:start + 4], "little", signed=True)
            if watch in self.of:
                self.seen.append((at, self.of[watch]))
        return True

    def first(self, unit, since):
        return next((at for at, seen in self.seen if seen == unit and at >= since), None)

    def close(self):
        GLib.source_remove(self.source)
        os.close(self.fd)


def follow(moves, when, what):
    """Makes each move (a callable) and waits until Headroom says that its app is in front. `when(app_id, since)`: the compositor's own time of it, None
    if that is not known. Prints and gives the quantiles of what lies between. A move is made by another thread: who waits for the hand sees all that
    happens meanwhile at once."""
    front = Front()
    took = []
    try:
        for app_id, move in moves:
            since = time.monotonic()
            hand = threading.Thread(target=move)
            hand.start()
            try:
                front.await_app(app_id, since, within=60)  # of which most may be the hand's
            finally:
                hand.join()
            happened = when(app_id, since)
            if happened is not None:
                took.append((front.becomes(app_id, since) - happened) * 1000)
    finally:
        front.close()
    told = quantiles(took) if took else {"count": 0}
    print(f"{what}: {len(moves)} times right, {told}")
    return told
