# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The drop-ins of the package headroom-root that protect memory. tests/seat/broker.py has its
service, and tests/seat/io_delegation.py the drop-in for disks."""

import os
from pathlib import Path

from seat import cgroups, machine
from seat.waiting import until

_FILES = Path("/usr/share/headroom/root-side/system")
_PLACE = Path("/run/systemd/system")
_UNITS = ("user.slice", f"user-{os.getuid()}.slice", f"user@{os.getuid()}.service")


def low(path):
    """What of a cgroup is protected; 0 if the cgroup is gone meanwhile."""
    try:
        return int((path / "memory.low").read_text(encoding="ascii"))
    except OSError:
        return 0


def _apply():
    """systemd writes memory.low anew if any property of memory is set."""
    machine.root("systemctl", "daemon-reload")
    for unit in _UNITS:
        machine.root("systemctl", "set-property", "--runtime", unit, "MemoryMin=0")


def install():
    """The state after a login with the package."""
    machine.root("cp", "-r", str(_FILES), "/run/systemd")
    _apply()
    until(lambda: all(map(low, cgroups.ABOVE)), "the user manager is protected")


def remove():
    for drop_in in _FILES.glob("*/*.conf"):
        machine.root("rm", "-f", str(_PLACE / drop_in.relative_to(_FILES)))
    _apply()
    until(lambda: not any(map(low, cgroups.ABOVE)), "nothing is protected")
