# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Headroom's Manager, called by the unique bus name of one daemon. A call to a daemon that has
ended never reaches the next one."""

from gi.repository import Gio, GLib

from seat.waiting import SLOWNESS, until

_NAME, _PATH = "org.headroomd.Headroom1", "/org/headroomd/Headroom1"


def _bus():
    return Gio.bus_get_sync(Gio.BusType.SESSION)


def _asked_of_the_bus(method, name):
    """None: the name has no owner."""
    try:
        return (
            _bus()
            .call_sync(
                "org.freedesktop.DBus",
                "/org/freedesktop/DBus",
                "org.freedesktop.DBus",
                method,
                GLib.Variant("(s)", (name,)),
                None,
                Gio.DBusCallFlags.NONE,
                20000 * SLOWNESS,
                None,
            )
            .unpack()[0]
        )
    except GLib.Error:
        return None


class Life:
    """One run of the daemon: `name`, its unique bus name, and `pid`."""

    def __init__(self, dead=()):
        """Waits for a daemon that isn't one of these processes. The bus may not have noticed yet
        that they have ended."""

        def there():
            self.name = _asked_of_the_bus("GetNameOwner", _NAME)
            self.pid = self.name and _asked_of_the_bus("GetConnectionUnixProcessID", self.name)
            return self.pid and self.pid not in dead

        until(there, "headroomd is on the bus", within=30)

    def ask(self, method, *arguments):
        """Doesn't wait for the answer."""
        _bus().call(
            self.name,
            _PATH,
            f"{_NAME}.Manager",
            method,
            _packed(method, arguments),
            None,
            Gio.DBusCallFlags.NO_AUTO_START,
            -1,
            None,
            lambda *_: None,
        )
        _bus().flush_sync(None)

    def do(self, method, *arguments):
        """False: it was refused."""
        try:
            _bus().call_sync(
                self.name,
                _PATH,
                f"{_NAME}.Manager",
                method,
                _packed(method, arguments),
                None,
                Gio.DBusCallFlags.NO_AUTO_START,
                20000 * SLOWNESS,
                None,
            )
        except GLib.Error:
            return False
        return True


def _packed(method, arguments):
    return {
        "Freeze": lambda: GLib.Variant("(st)", (arguments[0], 0)),
        "Thaw": lambda: GLib.Variant("(s)", arguments),
        "ThawAll": lambda: None,
    }[method]()
