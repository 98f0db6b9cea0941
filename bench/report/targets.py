# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What Headroom is to reach in each row, and whether it does."""

from collections.abc import Callable
from typing import NamedTuple

from report import figures, mishaps, names
from report.tables import number, table

# Parts of the median of stall.
OF_NOTHING_ON_MEMORY, OF_BEST_PEER, OF_NOTHING_ON_CPU = 1 / 20, 1 / 5, 1 / 3
OF_NOTHING_WITH_WEIGHTS_FOR_THE_DISK = 1 / 2
WORK_KEPT_ON_CPU = 0.8
WITH_WEIGHTS_FOR_THE_DISK = "bfq"  # at the end of a row's name; io.cost is not measured


class Target(NamedTuple):
    row: str
    what: str
    limit: float
    ours: float | None  # None: Headroom has no result
    at_most: bool = True
    shown: Callable[[float], str] = number

    @property
    def met(self):
        if self.ours is None:
            return False
        return self.ours <= self.limit if self.at_most else self.ours >= self.limit


def _median(row, configuration, key):
    found = figures.spread_of(row, configuration, key)
    return found and found.median


def _never(row, name, what, happened):
    """In no boot, whatever most of them show. A boot in which Headroom gave no result may be one in
    which it happened."""
    found = figures.results(row, figures.OURS)
    failed = len(figures.failures(row, figures.OURS))
    count = sum(bool(happened(result)) for result in found) + failed if found else None
    return Target(name, f"boots in which {what}: none", 0, count, shown=str)


def _on_memory(name, row, peers):
    without = _median(row, figures.NOTHING, "stall_s")
    ours = _median(row, figures.OURS, "stall_s")
    limit = without * OF_NOTHING_ON_MEMORY
    yield Target(name, "stall, s: a twentieth of that with no program", limit, ours)
    if best := figures.best_peer(row, peers):
        what = f"stall, s: a fifth of that with {best[0]}, the best other"
        yield Target(name, what, best[1].median * OF_BEST_PEER, ours)
    yield _never(row, name, "something was killed", figures.is_deadly)
    yield _never(row, name, "an app was paused that was not the load", mishaps.paused_besides)


def _on_disk(name, row):
    limit = _median(row, figures.NOTHING, "stall_s")
    what = "stall, s: no more than with no program"
    if names.parted(name)[1] == WITH_WEIGHTS_FOR_THE_DISK:
        limit *= OF_NOTHING_WITH_WEIGHTS_FOR_THE_DISK
        what = "stall, s: half of that with no program"
    yield Target(name, what, limit, _median(row, figures.OURS, "stall_s"))
    yield _never(row, name, "an app was paused", lambda result: result["frozen"])


def _on_cpu(name, row):
    limit = _median(row, figures.NOTHING, "stall_s") * OF_NOTHING_ON_CPU
    ours = _median(row, figures.OURS, "stall_s")
    yield Target(name, "stall, s: a third of that with no program", limit, ours)
    work = _median(row, figures.NOTHING, "work_s")
    if work is not None:
        what = f"CPU time of the load, s: {WORK_KEPT_ON_CPU:.0%} of that with no program"
        kept = _median(row, figures.OURS, "work_s")
        yield Target(name, what, work * WORK_KEPT_ON_CPU, kept, at_most=False)


def _of(name, row, peers):
    if figures.is_on_memory(name):
        return _on_memory(name, row, peers)
    return _on_cpu(name, row) if name.startswith("cpu-") else _on_disk(name, row)


def all_of(rows):
    peers = figures.peers(rows)
    return [target for name, row in rows.items() for target in _of(name, row, peers)]


def chapter(stall):
    found = all_of(figures.meaningful(stall))
    lines = [
        [
            each.row,
            each.what,
            each.shown(each.limit),
            "no result" if each.ours is None else each.shown(each.ours),
            "met" if each.met else "not met",
        ]
        for each in found
    ]
    met = sum(each.met for each in found)
    return f"""## Targets

What Headroom is to reach, by the medians, and what may happen in no boot.
{met} of {len(found)} targets are met. Of stall the limit is the most, and 0 always meets it. Of CPU
time it is the least.
Something was killed if the load, the app in front, another app or a part of the desktop ended,
whatever ended it.

{table(["row", "figure", "limit", "Headroom", ""], lines)}"""
