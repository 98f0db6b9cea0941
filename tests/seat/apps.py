# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Starts apps in all the ways that a desktop starts them."""

import subprocess

from seat.waiting import SLOWNESS


def from_menu(desktop_id):
    """Like Plasma's menu: through KIO, which creates a transient service."""
    subprocess.run(
        ["kioclient", "exec", f"/usr/share/applications/{desktop_id}.desktop"],
        check=True,
        timeout=60 * SLOWNESS,
        capture_output=True,
    )


def by_bus(name):
    """D-Bus activation: dbus-daemon forks the program inside its own unit. gdbus queries the
    program for the types of the arguments, and guesses wrong if the answer is late. So the call
    states the type."""
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
    """A launcher that forks what it starts and leaves it in the launcher's own unit."""
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
    """A program in a unit of its own app, as a correct launcher would start it."""
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
    """Kills immediately. This also ends frozen units, and apps that lack the memory to handle a
    request."""
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
    """The app id of Mousepad's windows on Wayland: from 0.7 on, the name of its desktop file."""
    asked = subprocess.run(
        ["dpkg-query", "--show", "--showformat=${Version}", "mousepad"],
        check=True,
        capture_output=True,
        text=True,
    )
    return "mousepad" if asked.stdout.startswith("0.6.") else "org.xfce.mousepad"
