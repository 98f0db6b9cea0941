# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""An app that the bus starts, whose processes fork all the time: which processes are left behind
when it is adopted."""

import os
import subprocess
import sys
import textwrap
import uuid
from pathlib import Path

from seat import apps, cgroups, headroom
from seat.waiting import until

_STORM = textwrap.dedent("""\
    import os, sys, time
    # Forks all the time: children fork again, and parents end before their children, so that the
    # chain of parents is lost.
    end = time.monotonic() + 60
    def child(depth):
        if depth and os.fork() == 0:
            child(depth - 1)
        time.sleep(0.02 if depth % 2 else 0.3)
        os._exit(0)
    while time.monotonic() < end:
        if os.fork() == 0:
            child(3)
        time.sleep(0.01)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass
""")


def _announce_launch(pid, desktop_file):
    """The signal that GIO emits for everything it launches, from a launcher that ends immediately,
    like gtk-launch. Headroom believes it because of the mark in the launched process."""
    gio = (
        "from gi.repository import Gio, GLib\n"
        "bus = Gio.bus_get_sync(Gio.BusType.SESSION)\n"
        f"bus.emit_signal(None, '/org/gtk/gio/DesktopAppInfo', 'org.gtk.gio.DesktopAppInfo', "
        f"'Launched', "
        f"GLib.Variant('(aysxasa{{sv}})', ({desktop_file!r}.encode() + b'\\0', '', {pid}, [], "
        f"{{}})))\n"
        "bus.flush_sync()\n"
    )
    subprocess.run([sys.executable, "-c", gio], check=True, timeout=30)


def _desktop_file(name):
    return f"/usr/share/applications/{name}.desktop"


def _in_dbus_service(name, tag):
    """Has dbus-daemon start the storm, like every app that is activated over the bus."""
    services = Path(os.environ["XDG_RUNTIME_DIR"]) / "dbus-1/services"
    services.mkdir(parents=True, exist_ok=True)
    program = services.parent / f"{name}.py"
    program.write_text(_STORM, encoding="utf-8")
    (services / f"{name}.service").write_text(
        f"[D-BUS Service]\nName={name}\nExec=/usr/bin/env {tag} "
        f"GIO_LAUNCHED_DESKTOP_FILE={_desktop_file(name)} "
        f"/bin/sh -c 'GIO_LAUNCHED_DESKTOP_FILE_PID=$$ exec /usr/bin/python3 {program}'\n",
        encoding="utf-8",
    )
    bus = [
        "gdbus",
        "call",
        "--session",
        "--dest",
        "org.freedesktop.DBus",
        "--object-path",
        "/org/freedesktop/DBus",
        "--method",
    ]
    subprocess.run(
        [*bus, "org.freedesktop.DBus.ReloadConfig"], check=True, timeout=30, capture_output=True
    )
    # The storm never takes the name, so the call would fail after its timeout. Nothing waits for
    # it.
    starting = subprocess.Popen(
        [*bus, "org.freedesktop.DBus.StartServiceByName", name, "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def leaders():
        """The process that has GIO's mark with its own pid. Its children inherit the mark."""
        return [
            pid
            for pid in cgroups.pids_with_environment(tag)
            if cgroups.unit_of(pid) == "dbus.service"
            and pid in cgroups.pids_with_environment(f"GIO_LAUNCHED_DESKTOP_FILE_PID={pid}")
        ]

    return starting, until(leaders, "the storm runs in dbus.service")[0]


def leaves_nobody_behind(number):
    """All its processes end up in its unit. `number`: of a storm that was not started before."""
    name, tag = f"org.example.Storm{number}", f"STORM_TAG=s{uuid.uuid4().hex}"
    starting, leader = _in_dbus_service(name, tag)
    try:
        _announce_launch(leader, _desktop_file(name))
        unit = until(
            lambda: next(iter(headroom.units(name)), None), f"{name} is adopted", within=20
        )
        until(lambda: cgroups.unit_of(leader) == unit, "the leader is in its unit")

        def left_behind():
            return [
                (pid, cgroups.cgroup_of(pid))
                for pid in cgroups.pids_with_environment(tag)
                if cgroups.unit_of(pid) not in (unit, None)
            ]

        until(lambda: not left_behind(), f"no process of {name} is left behind", within=5)
        assert (
            len(cgroups.pids_with_environment(tag)) > 3
        ), "the storm is over, so this proves nothing"
    finally:
        apps.stop(*headroom.units(name))
        for pid in cgroups.pids_with_environment(tag):
            try:
                os.kill(pid, 9)
            except ProcessLookupError:
                pass
        starting.terminate()
        starting.wait()
