# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Which configurations bench/stall.py compares, in which order and for how long, which boots mean
nothing, and what its figures are made of."""

import random

SEED = 22
NOTHING = "none"
LEAST_STALL_SECONDS = 3  # shorter stalls are noise; removing them would prove nothing
# The gap that users notice. It is the same on all machines: a limit that follows the machine's own
# noise would make a noisy machine look better.
NOTICED_MS = 100
# A control is the app without any load. If it is worse, the host is too busy to measure anything.
CONTROL_WORST_MS, CONTROL_RECORDER_MS = 150, 50
CONTROLS = 3  # how often a boot tries whether the host is quiet
# systemd-oomd and nohang wait for half a minute by design. All configurations of a row have this
# time.
SECONDS_ON_MEMORY, SECONDS_ON_CPU_AND_DISK = 90, 40

QUICK = (NOTHING, "min_ttl", "earlyoom", "oomd-debian", "nohang", "headroom")
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
# No other program that divides CPU and disk is measured.
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


def refusal(control):
    """Why the results of a boot would mean nothing, as a sentence; None: they do. Only the control
    decides, never what happened without any program: the worst outcomes must not drop out."""
    if control["worst_ms"] > CONTROL_WORST_MS:
        return f"without any load, a frame came {control['worst_ms']:.0f} ms after the one before"
    late = control["recorder_ms"]
    if late is None or late > CONTROL_RECORDER_MS:
        said = "reported nothing" if late is None else f"was {late:.0f} ms late"
        return f"without any load, a program that needs nothing but a CPU {said}"
    return None


def differences(before, now):
    """What an earlier configuration has left behind, as a sentence; None: nothing."""
    changed = [
        f"{name}: {before.get(name)} before, {now.get(name)} now"
        for name in sorted(before.keys() | now.keys())
        if before.get(name) != now.get(name)
    ]
    return "; ".join(changed) or None


def growth_mib_s(held):
    """How fast loads grew: (seconds, bytes) pairs, from a tenth of the most to nine tenths of it.
    None: they did not grow."""
    most = max((size for _, size in held), default=0)
    reached = [
        next((at, size) for at, size in held if size >= part * most) for part in (0.1, 0.9) if most
    ]
    if not reached or reached[1][0] <= reached[0][0]:
        return None
    (begins, little), (ends, much) = reached
    return round((much - little) / (ends - begins) / (1 << 20), 1)


def gap_quantile(gaps_ms, frames, part, shortest_ms=40):
    """The gap between frames that so large a part of all gaps doesn't exceed. The probe lists only
    long ones. None: it is shorter than those."""
    rank = int(part * max(frames, len(gaps_ms)))
    unlisted = max(frames - len(gaps_ms), 0)
    long_ones = sorted(gap for gap in gaps_ms if gap >= shortest_ms)
    if rank < unlisted or not long_ones:
        return None
    return round(long_ones[min(rank - unlisted, len(long_ones) - 1)], 1)
