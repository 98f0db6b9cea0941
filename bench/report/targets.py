# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What Headroom is to reach in each row, and whether it does."""

from typing import NamedTuple

from report import figures
from report.tables import number, table

# Parts of the median of stall.
OF_NOTHING_ON_MEMORY, OF_BEST_PEER, OF_NOTHING_ON_CPU = 1 / 20, 1 / 5, 1 / 3
WORK_KEPT_ON_CPU = 0.8


class Target(NamedTuple):
    row: str
    what: str
    limit: float
    ours: float | None  # None: Headroom has no result
    at_most: bool = True

    @property
    def met(self):
        if self.ours is None:
            return False
        return self.ours <= self.limit if self.at_most else self.ours >= self.limit


def _median(row, configuration, key):
    found = figures.spread_of(row, configuration, key)
    return found and found.median


def _of(name, row, peers):
    without = _median(row, figures.NOTHING, "stall_s")
    ours = _median(row, figures.OURS, "stall_s")
    if figures.is_on_memory(name):
        limit = without * OF_NOTHING_ON_MEMORY
        yield Target(name, "stall, s: a twentieth of that with no program", limit, ours)
        if best := figures.best_peer(row, peers):
            what = f"stall, s: a fifth of that with {best[0]}, the best other"
            yield Target(name, what, best[1].median * OF_BEST_PEER, ours)
        return
    if not name.startswith("cpu-"):
        yield Target(name, "stall, s: no more than with no program", without, ours)
        return
    limit = without * OF_NOTHING_ON_CPU
    yield Target(name, "stall, s: a third of that with no program", limit, ours)
    work = _median(row, figures.NOTHING, "work_s")
    if work is not None:
        what = f"CPU time of the load, s: {WORK_KEPT_ON_CPU:.0%} of that with no program"
        kept = _median(row, figures.OURS, "work_s")
        yield Target(name, what, work * WORK_KEPT_ON_CPU, kept, at_most=False)


def all_of(rows):
    peers = figures.peers(rows)
    return [target for name, row in rows.items() for target in _of(name, row, peers)]


def chapter(stall):
    found = all_of(figures.meaningful(stall))
    lines = [
        [
            each.row,
            each.what,
            number(each.limit),
            "no result" if each.ours is None else number(each.ours),
            "met" if each.met else "not met",
        ]
        for each in found
    ]
    met = sum(each.met for each in found)
    return f"""## Targets

What Headroom is to reach, by the medians. {met} of {len(found)} targets are met. Of stall the limit
is the most, and 0 always meets it. Of CPU time it is the least.

{table(["row", "figure", "limit", "Headroom", ""], lines)}"""
