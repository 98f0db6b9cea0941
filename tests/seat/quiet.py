# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What running costs: wake-ups of a process, processor time of a unit."""

from pathlib import Path

from seat import cgroups


def switches(pid):
    """Context switches of all its threads: each wake-up is one."""
    total = 0
    for status in Path(f"/proc/{pid}/task").glob("*/status"):
        for line in status.read_text(encoding="ascii").splitlines():
            if "ctxt_switches" in line:
                total += int(line.split()[1])
    return total


def used_us(unit):
    """Processor time of all that is in a user unit."""
    for line in (cgroups.directory(unit) / "cpu.stat").read_text(encoding="ascii").splitlines():
        name, value = line.split()
        if name == "usage_usec":
            return int(value)
    raise AssertionError(f"{unit}: its cpu.stat has no usage_usec")
