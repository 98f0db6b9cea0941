# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What running costs: wake-ups and memory of a process, processor time of a unit."""

import time
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


def rests(pid, for_s=0.2):
    """Whether nothing wakes it for that long, in which nothing is to be done."""
    before = switches(pid)
    time.sleep(for_s)
    return switches(pid) == before


def memory_kib(pid):
    """That is its own alone."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return sum(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Private_"))


def used_us(unit):
    """Processor time of all that is in a user unit."""
    return loads.used_us((cgroups.directory(unit) / "cpu.stat").read_text(encoding="ascii"))
