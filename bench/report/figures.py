# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What the documents of bench/stall.py amount to. A row is a load with a kind of swap."""

import statistics
from collections import Counter
from typing import NamedTuple

NOTHING, OURS = "none", "headroom"
BOOTS_NEEDED = 5  # for a median that one odd boot doesn't move
FRAME_MS = 1000 / 60
SLICE_S = 5  # of timelines


class Spread(NamedTuple):
    median: float
    least: float
    most: float
    count: int


class Lost(NamedTuple):
    """A row that a peer wins."""

    row: str
    peer: str
    ours: Spread
    theirs: Spread


def boots_that_mean_something(row):
    return [boot for boot in row["boots"] if "refused" not in boot]


def meaningful(rows):
    """The rows with a boot that means something."""
    return {name: row for name, row in rows.items() if boots_that_mean_something(row)}


def results(row, configuration):
    """The documents of one configuration, of all boots that mean something."""
    found = (
        boot["configurations"].get(configuration, {}) for boot in boots_that_mean_something(row)
    )
    return [result for result in found if "stall_s" in result]


def failures(row, configuration):
    """Why it has no result, in boots that mean something otherwise."""
    found = (
        boot["configurations"].get(configuration, {}) for boot in boots_that_mean_something(row)
    )
    return [result["failed"] for result in found if "failed" in result]


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


def spread_of(row, configuration, key):
    return spread(
        result[key] for result in results(row, configuration) if result.get(key) is not None
    )


def peers(rows):
    return [name for name in configurations(rows) if not is_ours(name)]


def lost(rows, key="stall_s"):
    """Every row and peer whose median is lower than that of Headroom as it is installed."""
    found = []
    for name, row in rows.items():
        ours = spread_of(row, OURS, key)
        for peer in peers(rows):
            theirs = spread_of(row, peer, key)
            if ours and theirs and theirs.median < ours.median:
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


def fate(result):
    """What became of the load, in a word."""
    if result["kills"] or set(result["fates"]) - {"runs", "frozen"}:
        return "killed"
    return "paused" if "frozen" in result["fates"] else "runs"


def fates(row, configuration):
    counted = Counter(map(fate, results(row, configuration)))
    counted["no result"] = len(failures(row, configuration))
    return +counted


def _each_result(rows):
    """(row, configuration, document) of all boots that mean something."""
    for name, row in rows.items():
        for configuration in configurations(rows):
            for result in results(row, configuration):
                yield name, configuration, result


def bystanders(rows):
    """(row, configuration, app) of each app that Headroom paused and that was not a load."""
    return sorted(
        {
            (name, configuration, app)
            for name, configuration, result in _each_result(rows)
            for app in result["frozen"]
            if app not in result["load"]
        }
    )


def harmed_desktops(rows):
    """(row, configuration, part) of each part of the desktop that didn't survive."""
    return sorted(
        {
            (name, configuration, part)
            for name, configuration, result in _each_result(rows)
            for part in result["desktop_lost"]
        }
    )


def answers_that_ended(rows):
    """(row, configuration) where the program itself was no longer running at the end."""
    return [
        (name, configuration)
        for name, row in rows.items()
        for configuration in configurations(rows)
        if not all(result["ran"] for result in results(row, configuration))
    ]


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


def refusals(rows):
    """(row, reason) of each boot that means nothing."""
    return [
        (name, boot["refused"])
        for name, row in rows.items()
        for boot in row["boots"]
        if "refused" in boot
    ]


def with_few_boots(rows):
    return [
        name for name, row in rows.items() if 0 < len(boots_that_mean_something(row)) < BOOTS_NEEDED
    ]
