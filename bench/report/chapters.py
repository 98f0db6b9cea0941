# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The chapters of docs/BENCHMARKS.md with results, from the document of bench/stall.py."""

from report import figures
from report.tables import number, percent, spread, table

_OURS, _NOTHING = figures.OURS, figures.NOTHING


def _is_on_memory(name):
    return not name.startswith(("cpu-", "io-"))


def _per_configuration(stall, cell):
    """A table with a line for each row and a column for each configuration."""
    rows = figures.meaningful(stall)
    columns = figures.configurations(rows)
    return table(
        ["row", *columns],
        [[name, *(cell(row, column) for column in columns)] for name, row in rows.items()],
    )


def in_short(stall):
    rows = figures.meaningful(stall)
    if not rows:
        return "## In short\n\nNo row has a boot that means something yet, so there is no result."
    peers = figures.peers(rows)
    lines = []
    for name, row in rows.items():
        if not _is_on_memory(name):
            continue
        best = figures.best_peer(row, peers)
        killed = figures.fates(row, _OURS)["killed"]
        lines.append(
            [
                name,
                spread(figures.spread_of(row, _NOTHING, "stall_s")),
                f"{spread(best[1])} ({best[0]})" if best else "",
                spread(figures.spread_of(row, _OURS, "stall_s")),
                f"{killed} of {len(figures.results(row, _OURS))}",
                len(figures.boots_that_mean_something(row)),
            ]
        )
    titles = ["row", "no program", "best other", "Headroom", "killed with Headroom", "boots"]
    few = figures.with_few_boots(stall)
    caution = (
        f"Caution: {len(few)} of {len(rows)} rows have fewer than {figures.BOOTS_NEEDED} boots. "
        "One boot shows that something can happen. It proves neither how often it does, nor that "
        "one program is better than another: a second boot may turn the order around."
        if few
        else f"Each row has at least {figures.BOOTS_NEEDED} boots."
    )
    return f"""## In short

Seconds of stall, the median of all boots, with the least and the most if there are several. "Best
other" is the program with the least median, whatever it kills for that.

{table(titles, lines)}

{caution}"""


def stalls(stall):
    return f"""## Stall

Seconds, the median of all boots, with the least and the most if there are several.

{_per_configuration(stall, lambda row, name: spread(figures.spread_of(row, name, "stall_s")))}"""


def worse(stall):
    rows = figures.meaningful(stall)
    found = [
        [what, each.row, each.peer, spread(each.theirs), spread(each.ours)]
        for key, what in (("stall_s", "stall, s"), ("worst_ms", "worst gap, ms"))
        for each in figures.lost(rows, key)
    ]
    text = (
        table(["figure", "row", "program", "its median", "Headroom's median"], found)
        if found
        else "No row: no other program has a lower median of stall or of the worst gap."
    )
    harmed = [
        f"- {row}, {name}: {part} did not survive"
        for row, name, part in figures.harmed_desktops(rows)
        if figures.is_ours(name)
    ]
    bystanders = [
        f"- {row}, {name}: {app} was paused and was not the load"
        for row, name, app in figures.bystanders(rows)
    ]
    mistakes = "\n".join(harmed + bystanders) or (
        "In no boot did Headroom pause an app that was not the load, and in none did a part of the "
        "desktop end while it ran."
    )
    return f"""## Where Headroom is worse

Every row and program with a lower median than that of Headroom as it is installed. "none" is no
program at all. Gaps below the limit for a stall occur without any load, too.

{text}

{mistakes}"""


def what_became(stall):
    def cell(row, name):
        counted = figures.fates(row, name)
        return ", ".join(f"{what} {count}" for what, count in sorted(counted.items()))

    rows = figures.meaningful(stall)
    harmed = [
        f"- {row}, {name}: {part}"
        for row, name, part in figures.harmed_desktops(rows)
        if not figures.is_ours(name)
    ]
    lost = "\n".join(harmed) or "No part of the desktop ended in any of these boots."
    ended = [f"- {row}, {name}" for row, name in figures.answers_that_ended(rows)]
    gone = "\n".join(ended) or "All programs that were compared ran to the end."
    return f"""## What became of the load

In how many boots it was killed, was paused at the end, or ran at the end. It counts as killed if
anything killed any part of it. A paused load continues when the user wants it.

{_per_configuration(stall, cell)}

Parts of the desktop that ended or had to be started anew without Headroom:

{lost}

Programs that were compared and did not run to the end:

{gone}"""


def first_acts(stall):
    def cell(row, name):
        return spread(figures.spread_of(row, name, "first_act_s"))

    return f"""## The first act

Seconds from the start of the load to the first act: a kill, or Headroom's first nap, warning or
pause.

{_per_configuration(stall, cell)}"""


def long_gaps(stall):
    return f"""## Gaps between frames

The gap that 99 % of all gaps don't exceed, in milliseconds; nothing if it is below 40.

{_per_configuration(stall, lambda row, name: spread(figures.spread_of(row, name, "p99_ms")))}

The worst gap, in milliseconds.

{_per_configuration(stall, lambda row, name: spread(figures.spread_of(row, name, "worst_ms")))}"""


def timelines(stall):
    rows = figures.meaningful(stall)
    lines = [
        [name, configuration, *map(number, slices)]
        for name, row in rows.items()
        for configuration in figures.configurations(rows)
        if any(slices := figures.timelines(row, configuration))
    ]
    width = max((len(line) for line in lines), default=2) - 2
    ends = [f"to {(number + 1) * figures.SLICE_S} s" for number in range(width)]
    return f"""## When it stalled

Seconds of stall in each {figures.SLICE_S} s, the median of all boots. What never stalled is left
out.

{table(["row", "configuration", *ends], lines)}"""


def work(stall):
    rows = {name: row for name, row in figures.meaningful(stall).items() if not _is_on_memory(name)}
    if not rows:
        return None

    def got(row, name):
        return spread(figures.spread_of(row, name, "work_s"))

    def on_time(row, name):
        return spread(figures.spread_of(row, name, "on_time"), percent)

    return f"""## Work that the background got

Processor time of the load, in seconds.

{_per_configuration(rows, got)}

The share of frames that were on time:

{_per_configuration(rows, on_time)}"""


def every_boot(stall):
    rows = figures.meaningful(stall)
    lines = [
        [
            name,
            configuration,
            ", ".join(number(each["stall_s"]) + "*" * (not each["calm_before"]) for each in found),
            ", ".join(number(result["worst_ms"]) for result in found),
        ]
        for name, row in rows.items()
        for configuration in figures.configurations(rows)
        if (found := figures.results(row, configuration))
    ]
    refused = [f"- {name}: {reason}" for name, reason in figures.refusals(stall)]
    titles = ["row", "configuration", "stall, s", "worst gap, ms"]
    return f"""## Every boot

In the order of their measurement. A star: the machine did not become calm before.

{table(titles, lines)}

Boots that were refused:

{chr(10).join(refused) or "None."}"""


def not_measured(stall, all_rows):
    missing = [name for name in all_rows if name not in figures.meaningful(stall)]
    rows = (
        f"{len(missing)} of the {len(all_rows)} rows of the full matrix: {', '.join(missing)}."
        if missing
        else "All rows of the full matrix are above."
    )
    return f"""## What these figures lack

{rows}

A real browser and a real compilation as loads, the time from a key to the changed pixel, and sound
are not part of this measurement."""
