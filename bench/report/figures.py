# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the documents of bench/stall.py amount to. A row is a load with a kind of swap."""

import statistics
from collections import Counter
from typing import NamedTuple

import _stall_plan as plan

NOTHING, OURS = "none", "headroom"
BOOTS_NEEDED = 5  # for a median that one odd boot doesn't move
FRAME_MS = 1000 / 60
SLICE_S = 5  # of timelines
MORE_IS_BETTER = {"on_time", "work_s", "read_mib", "written_mib"}


class Spread(NamedTuple):
    median: float
    least: float
    most: float
    count: int


class Lost(NamedTuple):
    """A row that a peer wins."""

    row: str
    peer: str
    ours: Spread | None
    theirs: Spread


def is_on_memory(name):
    return not name.startswith(("cpu-", "io-"))


def boots_that_mean_something(row):
    return [boot for boot in row["boots"] if "refused" not in boot]


def harmless(name, row):
    """Why a row means nothing, as a sentence; None: it does. The median decides, since a boot must
    not be left out for its outcome."""
    if not boots_that_mean_something(row):
        return "no boot means something"
    without = spread_of(row, NOTHING, "stall_s")
    if without is None:
        return "there is no result without any program to compare with"
    if is_on_memory(name) and without.median < plan.LEAST_STALL_SECONDS:
        return (
            f"the median is only {without.median:.1f} s of stall without any program: this load "
            "does no harm here"
        )
    return None


def meaningful(rows):
    """The rows in which the load does harm, or whose harm is something else."""
    return {name: row for name, row in rows.items() if harmless(name, row) is None}


def _documents(row, configuration):
    """(boot, document) of one configuration, of all boots that mean something and have one."""
    return [
        (boot, boot["configurations"][configuration])
        for boot in boots_that_mean_something(row)
        if configuration in boot["configurations"]
    ]


def results(row, configuration):
    """The documents of one configuration, of all boots that mean something."""
    return [result for _, result in _documents(row, configuration) if "stall_s" in result]


def failures(row, configuration):
    """Why it has no result, in boots that mean something otherwise."""
    return [result["failed"] for _, result in _documents(row, configuration) if "failed" in result]


def configurations(rows):
    """All that were measured, in the order in which the first document has them sorted."""
    names = {
        name
        for row in rows.values()
        for boot in row["boots"]
        for name in boot.get("configurations", {})
    }
    return sorted(names, key=lambda name: (is_ours(name), name != NOTHING, name))


def is_ours(configuration):
    return configuration == OURS or configuration.startswith(OURS + "-")


def spread(values):
    """None: there are no values."""
    values = list(values)
    if not values:
        return None
    return Spread(statistics.median(values), min(values), max(values), len(values))


def _at_worst(key, seconds):
    """What a failure of ours counts as: it may be a fault of the measurement, and it may not."""
    worst = {"stall_s": seconds, "worst_ms": seconds * 1000}
    return 0 if key in MORE_IS_BETTER else worst.get(key)


def spread_of(row, configuration, key):
    """Where Headroom has failed to give a result, it counts as the worst one. The failures of
    others are only counted: their faults are not for us to prove."""
    values = [
        (
            _at_worst(key, boot["seconds"])
            if "failed" in result and is_ours(configuration)
            else result.get(key)
        )
        for boot, result in _documents(row, configuration)
    ]
    return spread(value for value in values if value is not None)


def at_least(row, configuration):
    """In how many boots the app in front was killed with its record, so that its stall is only
    known from then on."""
    return sum("at_least" in result for result in results(row, configuration))


def idle(row, configuration):
    """In how many boots the program did nothing of its own within the time."""
    return sum(result.get("acted") is False for result in results(row, configuration))


def peers(rows):
    return [name for name in configurations(rows) if not is_ours(name)]


def is_better(key, theirs, ours):
    return theirs > ours if key in MORE_IS_BETTER else theirs < ours


def lost(rows, key="stall_s"):
    """Every row and peer whose median is better than that of Headroom as it is installed, or that
    has one where Headroom has none."""
    found = []
    for name, row in rows.items():
        ours = spread_of(row, OURS, key)
        for peer in peers(rows):
            theirs = spread_of(row, peer, key)
            if theirs and (ours is None or is_better(key, theirs.median, ours.median)):
                found.append(Lost(name, peer, ours, theirs))
    return found


def best_peer(row, names):
    """(name, its spread) of the peer with the least median of stall; None: there is none."""
    found = [
        (name, theirs)
        for name in names
        if name != NOTHING and (theirs := spread_of(row, name, "stall_s"))
    ]
    return min(found, key=lambda each: each[1].median, default=None)


def work_key(name):
    """The figure of the load's work in a row. Processor time is not what a load of the disk
    wants."""
    if name.startswith("io-read"):
        return "read_mib"
    return "written_mib" if name.startswith("io-write") else "work_s"


def fate(result, on_memory=True):
    """What became of the load, in a word. Where memory is not short, no pause is needed. So it
    counts even if it is over at the end."""
    ended = set(result["fates"]) - {"runs", "frozen"}
    if result["kills"] or result.get("kernel_kills") or ended:
        return "killed"
    was_paused = not on_memory and set(result["frozen"]) & set(result["load"])
    return "paused" if was_paused or "frozen" in result["fates"] else "runs"


def is_deadly(result):
    """Whether anything was killed: the load, the app in front, another app or the desktop."""
    return (
        fate(result) == "killed"
        or "front_killed_s" in result
        or bool(result["desktop_lost"])
        or not all(result.get("beside", {}).values())
    )


def fates(name, row, configuration):
    found = results(row, configuration)
    counted = Counter(fate(result, is_on_memory(name)) for result in found)
    counted["app in front killed"] = sum("front_killed_s" in result for result in found)
    counted["no result"] = len(failures(row, configuration))
    return +counted


def deaths(name, row, configuration):
    """(boots in which the load was killed, boots in which the app in front was, all boots)"""
    counted = fates(name, row, configuration)
    return counted["killed"], counted["app in front killed"], len(_documents(row, configuration))


def timeline(result, seconds):
    """Seconds of stall in each slice of a measurement."""
    slices = [0.0] * -(-seconds // SLICE_S)
    for at, gap_ms in result["gaps"]:
        begins, ends = at, at + (gap_ms - FRAME_MS) / 1000
        for number in range(len(slices)):
            part = min(ends, (number + 1) * SLICE_S) - max(begins, number * SLICE_S)
            slices[number] += max(part, 0)
    return slices


def timelines(row, configuration):
    """The median of each slice, of all boots."""
    seconds = max((boot["seconds"] for boot in boots_that_mean_something(row)), default=0)
    each = [timeline(result, seconds) for result in results(row, configuration)]
    return [statistics.median(values) for values in zip(*each)]


def with_few_boots(rows):
    return [
        name for name, row in rows.items() if 0 < len(boots_that_mean_something(row)) < BOOTS_NEEDED
    ]
