# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Of which sources a measurement is, and what else the host did meanwhile."""

import os
import resource
import subprocess
from pathlib import Path
from typing import NamedTuple

# What does not change a measurement. Results are committed while it goes on.
_NOT_MEASURED = ("docs", "bench/report", "tests/tree", "*.md")
# Fields of a line of /proc/stat.
_IDLE, _IOWAIT, _STEAL, _GUEST = 3, 4, 7, 8


def source(checkout):
    """The last commit that changed what is measured, with "-dirty" if files have changed since;
    "unknown" without git."""
    paths = [".", *(f":(exclude){each}" for each in _NOT_MEASURED)]
    commit = _git(checkout, "log", "-1", "--format=%h", "--abbrev=12", "--", *paths)
    if not commit:
        return "unknown"
    changed = _git(checkout, "status", "--porcelain", "--untracked-files=no", "--", *paths)
    return commit + ("-dirty" if changed != "" else "")


def _git(checkout, *words):
    """None: it failed. The lab runs as root, and git trusts no checkout of another user."""
    try:
        ran = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", str(checkout), *words],
            check=True,
            capture_output=True,
            text=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return None
    return ran.stdout.strip()


class Used(NamedTuple):
    """CPU time so far, in seconds of one CPU."""

    all: float  # that the host has had, busy or not
    busy: float
    stolen: float  # by the machine that the host runs on, if it is a virtual one
    own: float  # of the lab and of what it has started, as far as that has ended


def used(stat=Path("/proc/stat")):
    # The kernel counts the time of guests twice: as such, and as time of their processes.
    fields = [int(word) for word in stat.read_text(encoding="ascii").split("\n", 1)[0].split()[1:]]
    ticks = os.sysconf("SC_CLK_TCK")
    spent = fields[:_GUEST]
    idle = spent[_IDLE] + spent[_IOWAIT]
    own = [resource.getrusage(whose) for whose in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return Used(
        all=sum(spent) / ticks,
        busy=(sum(spent) - idle - spent[_STEAL]) / ticks,
        stolen=spent[_STEAL] / ticks,
        own=sum(each.ru_utime + each.ru_stime for each in own),
    )


def shares(before, after):
    """Which part of the host's CPU time others used, and which part was stolen. Emulators are
    processes of the lab, so these are disturbances. Without any time there are no shares."""
    spent = Used(*(late - early for early, late in zip(before, after)))
    if spent.all <= 0:
        return {}
    others = max(spent.busy - spent.own, 0)
    return {"others": round(others / spent.all, 3), "stolen": round(spent.stolen / spent.all, 3)}
