# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What running costs: wake-ups of a process, processor time of a unit."""

from pathlib import Path

from seat import cgroups, loads


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
    return loads.used_us((cgroups.directory(unit) / "cpu.stat").read_text(encoding="ascii"))
