# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Starting applications in all the ways they get started on a desktop."""

import subprocess

from seat.waiting import SLOWNESS


def from_menu(desktop_id):
    """As Plasma's menu does: through KIO, which makes a transient service."""
    subprocess.run(
        ["kioclient", "exec", f"/usr/share/applications/{desktop_id}.desktop"],
        check=True,
        timeout=60 * SLOWNESS,
        capture_output=True,
    )


def by_bus(name):
    """D-Bus activation: dbus-daemon forks the program inside its own unit. gdbus asks the program for the type of what it is called with, and where the answer
    is late guesses wrong: so the type is said."""
    path = "/" + name.replace(".", "/")
    subprocess.run(
        [
            "gdbus",
            "call",
            "--session",
            "--dest",
            name,
            "--object-path",
            path,
            "--method",
            "org.freedesktop.Application.Activate",
            f"--timeout={60 * SLOWNESS}",
            "@a{sv} {}",
        ],
        check=True,
        timeout=90 * SLOWNESS,
        stdout=subprocess.DEVNULL,
    )


def by_launcher(command, instance, launcher="fuzzel"):
    """A launcher that forks what it starts and leaves it in its own unit."""
    unit = f"app-{launcher}@{instance}.service"
    subprocess.run(
        [
            "systemd-run",
            "--user",
            f"--unit={unit}",
            "--slice=app.slice",
            "sh",
            "-c",
            f"{command} & wait",
        ],
        check=True,
        timeout=60 * SLOWNESS,
        capture_output=True,
    )
    return unit


def own_unit(app_id, instance, *command, properties=()):
    """A program in an application's unit, as a launcher that does it right would start it."""
    unit = f"app-{app_id}@{instance}.service"
    given = [f"--property={each}" for each in properties]
    subprocess.run(
        [
            "systemd-run",
            "--user",
            f"--unit={unit}",
            "--slice=app.slice",
            "--collect",
            *given,
            *command,
        ],
        check=True,
        timeout=60 * SLOWNESS,
        capture_output=True,
    )
    return unit


def kill(*units):
    """At once, and also what stands still or what has no memory left to be asked in."""
    subprocess.run(
        ["systemctl", "--user", "kill", "--signal=KILL", *units],
        check=False,
        timeout=60 * SLOWNESS,
        capture_output=True,
    )
    stop(*units)


def stop(*units):
    subprocess.run(
        ["systemctl", "--user", "stop", *units],
        check=False,
        timeout=60 * SLOWNESS,
        capture_output=True,
    )
    subprocess.run(
        ["systemctl", "--user", "reset-failed", *units],
        check=False,
        timeout=60 * SLOWNESS,
        capture_output=True,
    )


def mousepads_id():
    """What it calls its windows on Wayland: from 0.7 on as its desktop file is called."""
    asked = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}", "mousepad"],
        check=True,
        capture_output=True,
        text=True,
    )
    return "mousepad" if asked.stdout.startswith("0.6.") else "org.xfce.mousepad"
