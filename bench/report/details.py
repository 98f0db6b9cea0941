# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The chapters of docs/BENCHMARKS.md with what each boot was like, and with what is missing."""

from report import figures, mishaps, sources
from report.tables import number, table


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
    refused = [f"- {name}: {reason}" for name, reason in mishaps.refusals(stall)]
    failed = [
        f"- {name}, {configuration}: {reason}"
        for name, row in rows.items()
        for configuration in figures.configurations(rows)
        for reason in figures.failures(row, configuration)
    ]
    short = [f"- {name}: {reason}" for name, reason in mishaps.cut_short(stall)]
    lost = [f"- {name}: {count}" for name, count in sources.lost_sessions(stall).items()]
    titles = ["row", "configuration", "stall, s", "worst gap, ms"]
    return f"""## Every boot

In the order of their measurement. A star: the machine did not become calm before.

{table(titles, lines)}

Boots and rows that were refused:

{chr(10).join(refused) or "None."}

Measurements that failed:

{chr(10).join(failed) or "None."}

Boots that ended before their last configuration:

{chr(10).join(short) or "None."}

Sessions that ended without any result, as when the machine hung:

{chr(10).join(lost) or "None."}"""


def not_measured(stall, all_rows):
    missing = [name for name in all_rows if name not in figures.meaningful(stall)]
    rows = (
        f"{len(missing)} of the {len(all_rows)} rows of the full matrix: {', '.join(missing)}."
        if missing
        else "All rows of the full matrix are above."
    )
    return f"""## What these figures lack

{rows}

A real browser and a real compilation as loads are not part of this measurement."""
