# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""labwc in place of sway, controlled like a panel does (wlr-foreign-toplevel-management)."""

import contextlib
import os
import subprocess

from seat import headroom, sway
from seat.waiting import SLOWNESS, until


@contextlib.contextmanager
def in_place_of_sway():
    headroom.user("start", "labwc.service")
    _come_along()
    try:
        yield
    finally:
        headroom.user("stop", "labwc.service")
        headroom.user("start", "sway.service")
        until(sway.is_up, "sway is back", within=20)
        _come_along()


def is_up():
    """Its unit has Type=notify, and is active once labwc runs its startup command."""
    return headroom.user("is-active", "--quiet", "labwc.service", check=False).returncode == 0


def _come_along():
    """Switches to the displays on which the session's programs are started."""
    told = subprocess.run(
        ["systemctl", "--user", "show-environment"],
        check=True,
        capture_output=True,
        text=True,
        timeout=20 * SLOWNESS,
    ).stdout
    os.environ.update(
        line.split("=", 1)
        for line in told.splitlines()
        if line.startswith(("WAYLAND_DISPLAY=", "DISPLAY="))
    )


def _toplevel(verb, name, check=True):
    return (
        subprocess.run(
            ["wlrctl", "toplevel", verb, f"app_id:{name}"],
            check=check,
            timeout=20 * SLOWNESS,
            capture_output=True,
        ).returncode
        == 0
    )


def has(name):
    return _toplevel("find", name, check=False)


def activate(name):
    _toplevel("focus", name)


def minimise(name):
    _toplevel("minimize", name)
