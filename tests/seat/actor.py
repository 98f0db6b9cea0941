# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app with one duty, on the desktop's real services: `actor.py THING`. SIGUSR1 ends the duty,
and the app keeps running."""

import fcntl
import os
import signal
import subprocess
import sys

from gi.repository import Gio, GLib

APP_ID = "org.example.actor"
ITEM = """<node><interface name="org.kde.StatusNotifierItem">
  <property name="Category" type="s" access="read"/><property name="Id" type="s" access="read"/>
  <property name="Title" type="s" access="read"/><property name="Status" type="s" access="read"/>
  <property name="IconName" type="s" access="read"/>
  <property name="ItemIsMenu" type="b" access="read"/>
</interface></node>"""
PLAYER = (
    '<node><interface name="org.mpris.MediaPlayer2.Player"><property name="PlaybackStatus" '
    'type="s" access="read"/></interface></node>'
)


def connect():
    flags = (
        Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    )
    return Gio.DBusConnection.new_for_address_sync(
        os.environ["DBUS_SESSION_BUS_ADDRESS"], flags, None, None
    )


def call(bus, name, path, interface, method, arguments):
    return bus.call_sync(
        name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, -1, None
    )


def tray():
    bus = connect()
    properties = {
        "Category": "ApplicationStatus",
        "Id": APP_ID,
        "Title": "Actor",
        "Status": "Active",
        "IconName": "kwrite",
        "ItemIsMenu": False,
    }
    of_type = {str: "s", bool: "b"}
    bus.register_object(
        "/StatusNotifierItem",
        Gio.DBusNodeInfo.new_for_xml(ITEM).interfaces[0],
        None,
        lambda _bus, _sender, _path, _interface, name: GLib.Variant(
            of_type[type(properties[name])], properties[name]
        ),
        None,
    )
    watcher = "org.kde.StatusNotifierWatcher"
    call(
        bus,
        watcher,
        "/StatusNotifierWatcher",
        watcher,
        "RegisterStatusNotifierItem",
        GLib.Variant("(s)", ("/StatusNotifierItem",)),
    )
    return lambda: bus.close_sync(None)


def media():
    bus = connect()
    state = ["Playing"]
    bus.register_object(
        "/org/mpris/MediaPlayer2",
        Gio.DBusNodeInfo.new_for_xml(PLAYER).interfaces[0],
        None,
        lambda *_: GLib.Variant("s", state[0]),
        None,
    )
    call(
        bus,
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        "RequestName",
        GLib.Variant("(su)", ("org.mpris.MediaPlayer2.actor", 0)),
    )

    def stop():
        state[0] = "Stopped"
        bus.emit_signal(
            None,
            "/org/mpris/MediaPlayer2",
            "org.freedesktop.DBus.Properties",
            "PropertiesChanged",
            GLib.Variant(
                "(sa{sv}as)",
                (
                    "org.mpris.MediaPlayer2.Player",
                    {"PlaybackStatus": GLib.Variant("s", "Stopped")},
                    [],
                ),
            ),
        )

    return stop


def progress():
    bus = connect()

    def show(visible):
        update = {
            "progress": GLib.Variant("d", 0.5),
            "progress-visible": GLib.Variant("b", visible),
        }
        bus.emit_signal(
            None,
            "/actor",
            "com.canonical.Unity.LauncherEntry",
            "Update",
            GLib.Variant("(sa{sv})", (f"application://{APP_ID}.desktop", update)),
        )
        bus.flush_sync(None)

    show(True)
    return lambda: show(False)


def game():
    bus = connect()
    name, path = "com.feralinteractive.GameMode", "/com/feralinteractive/GameMode"
    call(bus, name, path, name, "RegisterGame", GLib.Variant("(i)", (os.getpid(),)))
    return lambda: call(
        bus, name, path, name, "UnregisterGame", GLib.Variant("(i)", (os.getpid(),))
    )


def hold():
    bus = connect()
    name, path = "org.headroomd.Headroom1", "/org/headroomd/Headroom1"
    call(bus, name, path, name + ".Manager", "Hold", GLib.Variant("(ss)", (APP_ID, "burns a disc")))
    return lambda: bus.close_sync(None)


def inhibit():
    """By the interface that browsers and players use. In Plasma, PowerDevil implements it."""
    bus = connect()
    name, path = (
        "org.freedesktop.PowerManagement.Inhibit",
        "/org/freedesktop/PowerManagement/Inhibit",
    )
    (cookie,) = call(
        bus, name, path, name, "Inhibit", GLib.Variant("(ss)", (APP_ID, "burns a disc"))
    ).unpack()
    return lambda: call(bus, name, path, name, "UnInhibit", GLib.Variant("(u)", (cookie,)))


def lock():
    """A process of another app blocks on this lock."""
    file = open(sys.argv[2], "w", encoding="ascii")
    fcntl.lockf(file, fcntl.LOCK_EX)
    return lambda: fcntl.lockf(file, fcntl.LOCK_UN)


def child():
    """Runs the rest of the command line as a child."""
    process = subprocess.Popen(sys.argv[2:])

    def end():
        process.terminate()
        process.wait()

    return end


def main():
    stop = {
        each.__name__: each for each in (tray, media, progress, game, hold, inhibit, lock, child)
    }[sys.argv[1]]()
    print("begun", flush=True)
    GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, lambda: stop() and False)
    GLib.MainLoop().run()


if __name__ == "__main__":
    main()
