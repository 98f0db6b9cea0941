# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which configurations bench/stall.py compares, in which order, and which boots mean nothing."""

import random

SEED = 22
NOTHING = "none"
LEAST_STALL_SECONDS = 3  # shorter stalls are noise; removing them would prove nothing

QUICK = (NOTHING, "min_ttl", "earlyoom", "oomd-fedora", "nohang", "headroom")
ON_MEMORY = (
    NOTHING,
    "min_ttl",
    "earlyoom",
    "earlyoom-fedora",
    "oomd-upstream",
    "oomd-debian",
    "oomd-fedora",
    "nohang",
    "psi-notify",
    "headroom-boost",
    "headroom",
    "headroom-root",
    "headroom-oomd",
)
# Nothing else in Debian 13 divides CPU and disk.
ON_CPU_AND_DISK = (NOTHING, "headroom-boost", "headroom", "headroom-root")


def configurations(on_memory, full):
    if not on_memory:
        return ON_CPU_AND_DISK
    return ON_MEMORY if full else QUICK


def order(row, boot, names, seed=SEED):
    """The configurations in a random order, because each run changes the machine. It is the same
    for the same seed, row and boot."""
    mixed = list(names)
    random.Random(f"{seed} {row} {boot}").shuffle(mixed)
    return mixed


def refusal(found, on_memory):
    """Why the results of a boot mean nothing, as a sentence; None: they do."""
    without = found.get(NOTHING, {})
    if "stall_s" not in without:
        return "there is no result without any program to compare with"
    if on_memory and without["stall_s"] < LEAST_STALL_SECONDS:
        return (
            f"only {without['stall_s']:.1f} s of stall without any program: "
            "this load does no harm here"
        )
    return None


def gap_quantile(gaps_ms, frames, part, shortest_ms=40):
    """The gap between frames that so large a part of all gaps doesn't exceed. The probe lists only
    long ones. None: it is shorter than those."""
    rank = int(part * max(frames, len(gaps_ms)))
    unlisted = max(frames - len(gaps_ms), 0)
    long_ones = sorted(gap for gap in gaps_ms if gap >= shortest_ms)
    if rank < unlisted or not long_ones:
        return None
    return round(long_ones[min(rank - unlisted, len(long_ones) - 1)], 1)
