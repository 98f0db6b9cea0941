# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The chapters of docs/BENCHMARKS.md with results, from the document of bench/stall.py."""

from report import cells, figures, mishaps
from report.tables import number, percent, spread, table

_OURS, _NOTHING = figures.OURS, figures.NOTHING


def in_short(stall):
    rows = figures.meaningful(stall)
    if not rows:
        return "## In short\n\nNo row has a boot that means something yet, so there is no result."
    peers = figures.peers(rows)
    lines = []
    for name, row in rows.items():
        if not figures.is_on_memory(name):
            continue
        best = figures.best_peer(row, peers)
        killed, front, boots = figures.deaths(name, row, _OURS)
        lines.append(
            [
                name,
                cells.figure(row, _NOTHING, "stall_s"),
                f"{cells.stall(row, best[0])} ({best[0]})" if best else "",
                cells.stall(row, _OURS),
                f"{killed} + {front} of {boots}",
                len(figures.boots_that_mean_something(row)),
            ]
        )
    titles = [
        "row",
        "no program",
        "best other",
        "Headroom",
        "killed with Headroom: load + app in front",
        "boots",
    ]
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
other" is the program with the least median, whatever it kills for that. "≥": the app in front was
killed with its record, and may have stalled before, too. "n": so many boots have this result.

{table(titles, lines)}

{caution}"""


def stalls(stall):
    return f"""## Stall

Seconds, the median of all boots, with the least and the most if there are several. An app in front
that was killed counts as stalled for the rest of the time, and so does one whose compositor ended.
"Did not act": the program killed, paused and reported nothing within the time, so the figure is not
its merit. Where Headroom has failed to give a result, it counts as a stall for the whole time.

{cells.per_configuration(stall, lambda _, row, name: cells.stall(row, name))}"""


def _worse_figures(rows):
    """(key, title, rows) of what is compared. Of the rows on memory, a load that is paused does
    less work; that is the purpose."""
    yield "stall_s", "stall, s", rows
    yield "worst_ms", "worst gap, ms", rows
    yield "on_time", "share of frames on time", rows
    for key, title in (
        ("work_s", "CPU time of the load, s"),
        ("read_mib", "read by the load, MiB"),
        ("written_mib", "written by the load, MiB"),
    ):
        yield key, title, {
            name: row
            for name, row in rows.items()
            if not figures.is_on_memory(name) and figures.work_key(name) == key
        }


def _no_mistakes(rows):
    if not mishaps.others_were_open(rows):
        return (
            "No other app was open in these boots. So they do not show whether Headroom pauses the "
            "wrong one."
        )
    return (
        "Two other apps were open, one of them visible. In no boot did Headroom pause an app that "
        "was not the load, and in none did another app or a part of the desktop end while it ran."
    )


def _late_loops(rows):
    """How late Headroom itself was. What it does comes that much later."""
    lines = [
        [name, configuration, late]
        for name, row in rows.items()
        for configuration in figures.configurations(rows)
        if figures.is_ours(configuration) and (late := cells.figure(row, configuration, "loop_ms"))
    ]
    if not lines:
        return "No boot has recorded how late Headroom's own loop was."
    return f"""How late Headroom's own loop was at worst while it looked at pressure, in
milliseconds. What it does about a shortage may come that much later. The other programs do not
report this, so nothing is compared.

{table(["row", "configuration", "late, ms"], lines)}"""


def worse(stall):
    rows = figures.meaningful(stall)
    found = [
        [
            what,
            each.row,
            each.peer,
            spread(each.theirs, percent if key == "on_time" else number),
            spread(each.ours, percent if key == "on_time" else number) or "no result",
        ]
        for key, what, these in _worse_figures(rows)
        for each in figures.lost(these, key)
    ]
    text = (
        table(["figure", "row", "program", "its median", "Headroom's median"], found)
        if found
        else "No row: no other program has a better median of any of these figures."
    )
    harmed = [
        f"- {row}, {name}: {part} did not survive"
        for row, name, part in (*mishaps.harmed_desktops(rows), *mishaps.dead_bystanders(rows))
        if figures.is_ours(name)
    ]
    bystanders = [
        f"- {row}, {name}: {app} was paused and was not the load"
        for row, name, app in mishaps.bystanders(rows)
    ]
    return f"""## Where Headroom is worse

Every row and program with a better median than that of Headroom as it is installed: of stall, the
worst gap, the share of frames that were on time, and where memory is not short, the load's work.
"none" is no program at all. Gaps below the limit for a stall occur without any load, too.

{text}

{_late_loops(rows)}

{chr(10).join(harmed + bystanders) or _no_mistakes(rows)}"""


def what_became(stall):
    def cell(row_name, row, name):
        counted = figures.fates(row_name, row, name)
        return ", ".join(f"{what} {count}" for what, count in sorted(counted.items()))

    rows = figures.meaningful(stall)
    harmed = [
        f"- {row}, {name}: {part}"
        for row, name, part in (*mishaps.harmed_desktops(rows), *mishaps.dead_bystanders(rows))
        if not figures.is_ours(name)
    ]
    lost = "\n".join(harmed) or "None ended in any of these boots."
    ended = [f"- {row}, {name}" for row, name in mishaps.answers_that_ended(rows)]
    gone = "\n".join(ended) or "All programs that were compared ran all the time."
    return f"""## What became of the load

In how many boots it was killed, was paused at the end, or ran at the end. It counts as killed if
anything was killed for lack of memory. Where memory is not short, it counts as paused if it was so
at any time. A paused load continues when the user wants it.

{cells.per_configuration(stall, cell)}

Parts of the desktop, and other apps, that ended or had to be started anew without Headroom:

{lost}

Programs that were compared and did not run all the time:

{gone}"""


def first_acts(stall):
    def cell(_, row, name):
        return spread(figures.spread_of(row, name, "first_act_s"))

    return f"""## The first act

Seconds from the start of the load to the first act: a kill by anything, also by the kernel, or
Headroom's first nap, warning or pause.

{cells.per_configuration(stall, cell)}"""


def long_gaps(stall):
    return f"""## Gaps between frames

The gap that 99 % of all gaps don't exceed, in milliseconds; nothing if it is below 40.

{cells.per_configuration(stall, lambda _, row, name: cells.figure(row, name, "p99_ms"))}

The worst gap, in milliseconds.

{cells.per_configuration(stall, lambda _, row, name: cells.figure(row, name, "worst_ms"))}"""


def on_time(stall):
    def cell(_, row, name):
        return cells.figure(row, name, "on_time", percent)

    return f"""## Frames on time

The share of frames that were on time, the median of all boots. It counts also what is too short for
a stall. Frames after the app in front was killed were not on time.

{cells.per_configuration(stall, cell)}"""


def work(stall):
    rows = {
        name: row
        for name, row in figures.meaningful(stall).items()
        if not figures.is_on_memory(name)
    }
    if not rows:
        return None

    def got(name, row, configuration):
        return cells.figure(row, configuration, figures.work_key(name))

    return f"""## Work that the background got

Of loads that use the CPU its time, in seconds. Of those that use the disk, what they read or wrote
by system calls, in MiB.

{cells.per_configuration(rows, got)}"""
