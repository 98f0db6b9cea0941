# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app that the bus starts, and so in the bus's own unit: four processes that Headroom adopts."""

import os
import signal
import sys
from pathlib import Path

from gi.repository import Gio, GLib

from seat import cgroups
from seat.waiting import SLOWNESS, until

APP = "org.example.Bidden"
_TAG = "HEADROOM_SEAT=bidden"
_PROGRAM = f"""
import os, time
from gi.repository import Gio, GLib
for _ in range(3):
    if os.fork() == 0:
        while True:
            time.sleep(0.05)
bus = Gio.bus_get_sync(Gio.BusType.SESSION)
Gio.bus_own_name_on_connection(bus, "{APP}", Gio.BusNameOwnerFlags.NONE, None, None)
GLib.MainLoop().run()
"""


def install():
    """Installs it as an app with a desktop file that the bus can start."""
    here = Path(os.environ["XDG_RUNTIME_DIR"]) / "dbus-1/services"
    here.mkdir(parents=True, exist_ok=True)
    program = here.parent / "bidden.py"
    program.write_text(_PROGRAM, encoding="utf-8")
    (here / f"{APP}.service").write_text(
        f"[D-BUS Service]\nName={APP}\nExec=/usr/bin/env {_TAG} {sys.executable} {program}\n",
        encoding="utf-8",
    )
    desktop_file = Path.home() / f".local/share/applications/{APP}.desktop"
    desktop_file.parent.mkdir(parents=True, exist_ok=True)
    desktop_file.write_text(
        "[Desktop Entry]\nType=Application\nName=Bidden\n"
        f"Exec={sys.executable} {program}\nDBusActivatable=true\n",
        encoding="utf-8",
    )
    _bus_call("ReloadConfig", None)


def start():
    """Returns when the app owns its name, which Headroom notices, too."""
    _bus_call("StartServiceByName", GLib.Variant("(su)", (APP, 0)))


def pids():
    return cgroups.pids_with_environment(_TAG)


def is_torn():
    """Whether some of it is still in dbus.service while the rest has been moved. Processes that are
    adopted later get a unit of their own, and belong to the same app."""
    left = [cgroups.unit_of(pid) == "dbus.service" for pid in pids()]
    return any(left) and not all(left)


def end():
    for pid in pids():
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue
    until(lambda: not pids(), f"{APP} is gone")


def _bus_call(method, arguments):
    Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        "org.freedesktop.DBus",
        "/org/freedesktop/DBus",
        "org.freedesktop.DBus",
        method,
        arguments,
        None,
        Gio.DBusCallFlags.NONE,
        30000 * SLOWNESS,
        None,
    )
