# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The chapter on what a user feels, from the document of bench/interaction.py."""

import math
import statistics

from report.tables import number, table

NO_LOAD, NO_PROGRAM = "nothing", "none"
ACTS = {
    "key": "a key in KWrite",
    "switch": "a click on a covered window",
    "menu": "the Meta key",
}
MOST = 1.5  # times the same without a load: the target


def quantile(values, part):
    ordered = sorted(values)
    return ordered[max(math.ceil(part * len(ordered)) - 1, 0)]


def _took(interaction, load, program, act):
    """All times of all boots, in ms."""
    return [
        value
        for boot in interaction.get(load, {}).get("boots", ())
        for value in boot.get(program, {}).get(act, ())
    ]


def _programs(interaction):
    return list(
        dict.fromkeys(
            name
            for row in interaction.values()
            for boot in row["boots"]
            for name, found in boot.items()
            if isinstance(found, dict) and "dropouts" in found
        )
    )


def _rows(interaction):
    for act, meaning in ACTS.items():
        usual = _took(interaction, NO_LOAD, NO_PROGRAM, act)
        for load in interaction:
            for program in _programs(interaction):
                if not (took := _took(interaction, load, program, act)):
                    continue
                p95 = quantile(took, 0.95)
                yield [
                    meaning,
                    load,
                    program,
                    len(took),
                    number(statistics.median(took)),
                    number(p95),
                    number(max(took)),
                    f"{p95 / quantile(usual, 0.95):.1f}" if usual else "",
                ]


def _dropouts(interaction):
    for load, row in interaction.items():
        for program in _programs(interaction):
            counts = [boot[program]["dropouts"] for boot in row["boots"] if program in boot]
            if counts:
                yield [load, program, ", ".join(map(str, counts))]


def chapter(interaction):
    if interaction is None:
        return None
    titles = ["after", "load", "program", "times", "median", "95 %", "worst", "× without load"]
    return f"""## From the hand to the screen

Milliseconds from real input to the first changed pixel of its place, on the X server that KWin
draws on. The last column compares the 95 % quantile with the one without a load and without any
program. At most {MOST} is the target. A user who has waited for 20 s stops waiting, so that counts
as 20 s.

{table(titles, _rows(interaction))}

How often the sound dropped out meanwhile, in each boot, as PipeWire counts it:

{table(["load", "program", "dropouts"], _dropouts(interaction))}"""
