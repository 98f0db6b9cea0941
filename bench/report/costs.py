# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The chapter on what daemons cost while nothing happens, from the document of bench/compare.py."""

import statistics

from report.tables import number, table


def _daemons(compare):
    rows = []
    for name, cost in compare["daemons"].items():
        wake_ups, cpu = cost["wake_ups_a_minute"], cost["cpu_ms_a_minute"]
        rows.append(
            [
                name,
                number(statistics.median(wake_ups)),
                ", ".join(map(str, wake_ups)),
                number(statistics.median(cpu)),
                number(cost["private_kib"]),
            ]
        )
    titles = ["daemon", "wake-ups a minute", "each minute", "CPU, ms a minute", "private KiB"]
    return table(titles, rows)


def worse(compare):
    """Sentences on what a peer does for less."""
    ours = compare["daemons"]["headroomd"]
    found = []
    for name, theirs in compare["daemons"].items():
        for key, what in (
            ("private_kib", "private memory"),
            ("wake_ups_a_minute", "wake-ups"),
            ("cpu_ms_a_minute", "CPU time"),
        ):
            mine, other = (
                statistics.median(each) if isinstance(each, list) else each
                for each in (ours[key], theirs[key])
            )
            if other < mine:
                found.append(f"- {name} needs less {what}: {number(other)} to {number(mine)}")
    return "\n".join(found) or "No other daemon needs less of any of these."


def _starts(compare):
    titles = ["start", "median, ms", "90 %, ms", "worst, ms", "starts"]
    rows = [
        [name, *(number(took[key]) for key in ("p50_ms", "p90_ms", "worst_ms")), took["count"]]
        for name, took in compare["starts"].items()
    ]
    return table(titles, rows)


def chapter(compare):
    if compare is None:
        return None
    return f"""## What the daemons cost

All daemons ran in the same session, in which nothing happened, and were observed in the same
{compare["minutes"]} minutes. A wake-up is a context switch of any of their threads.

{_daemons(compare)}

{worse(compare)}

The time that starting a program in a scope of its own adds to a plain start of `true`:

{_starts(compare)}

app2unit and uwsm, which do the same as `systemd-run`, are not measured."""
