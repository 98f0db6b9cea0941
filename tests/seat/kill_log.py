# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Who killed what for memory, by the journal and by the kernel's own count."""

import json
import re
from pathlib import Path
from typing import NamedTuple

from seat import headroom, machine

KERNEL = "kernel"
_KILLERS = ("earlyoom.service", "nohang-desktop.service", "systemd-oomd.service")

# What earlyoom and nohang log before a kill, and systemd-oomd and the kernel after it. nohang also
# logs a list of all signals that it ever sent, after each one: "[ OK ] Sending SIGTERM to tail: 1".
_KILL = re.compile(
    r"^\s*sending SIG(TERM|KILL) to (process \d|the victim)|^Killed \S+ due to|Killed process \d",
    re.IGNORECASE,
)


class Kill(NamedTuple):
    at: float  # CLOCK_MONOTONIC
    said: str
    by: str  # KERNEL, or a unit


def is_kill(message):
    return _KILL.search(message) is not None


def since(cursor):
    """Each kill since a cursor of headroom.journal_cursor()."""
    # What daemons have printed is in the journal only when journald has read it.
    machine.root("journalctl", "--sync")
    said = machine.root(
        "journalctl",
        "--no-pager",
        "-o",
        "json",
        f"--after-cursor={cursor}",
        "_TRANSPORT=kernel",
        *(word for unit in _KILLERS for word in ("+", f"_SYSTEMD_UNIT={unit}")),
    )
    entries = [json.loads(line) for line in said.splitlines()]
    return [
        Kill(headroom.said_at(entry), entry["MESSAGE"], entry.get("_SYSTEMD_UNIT", KERNEL))
        for entry in entries
        if isinstance(entry["MESSAGE"], str) and is_kill(entry["MESSAGE"])
    ]


def by_the_kernel():
    """How many processes the kernel has killed for memory since it booted. It drops messages if
    there are many, but no count."""
    text = Path("/proc/vmstat").read_text(encoding="ascii")
    return int(re.search(r"^oom_kill (\d+)$", text, re.MULTILINE)[1])
