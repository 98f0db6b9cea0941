# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The zoo's results: a complete row for each program and desktop."""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path


@dataclass
class Row:
    program: str
    desktop: str
    windows: list[str] = field(default_factory=list)  # the name of each
    apps: list[str] = field(default_factory=list)  # those that its windows' units belong to
    # the app's, and the programs that run in each
    units: dict[str, list[str]] = field(default_factory=dict)
    processes: int = 0
    outside: list[str] = field(default_factory=list)  # of its tree, in none of the app's units
    start_s: float | None = None
    boosted: bool | None = None
    frozen_ms: float | None = None
    thawed_ms: float | None = None
    first_frame_ms: float | None = None
    alive: bool | None = None
    wrong: list[str] = field(default_factory=list)


_COLUMNS = {
    "PROGRAM": 16,
    "DESKTOP": 15,
    "START": 7,
    "WINDOWS": 8,
    "APPS": 5,
    "UNITS": 6,
    "TREE": 5,
    "OUT": 4,
    "BOOST": 6,
    "FROZEN": 8,
    "THAWED": 8,
    "FRAME": 8,
    "ALIVE": 6,
}


def table(rows):
    """Seconds to the first window; milliseconds to frozen, to thawed, to the first frame."""
    heading = "".join(map(_cell, _COLUMNS, _COLUMNS.values()))
    return "\n".join([heading + "  WRONG", *map(line, rows)])


def line(row):
    cells = (
        row.program,
        row.desktop,
        row.start_s,
        len(row.windows),
        len(row.apps),
        len(row.units),
        row.processes,
        len(row.outside),
        row.boosted,
        row.frozen_ms,
        row.thawed_ms,
        row.first_frame_ms,
        row.alive,
    )
    return "".join(map(_cell, map(_shown, cells), _COLUMNS.values())) + "  " + "; ".join(row.wrong)


def _cell(shown, width):
    return shown.ljust(width) if width > 9 else shown.rjust(width)


def _shown(value):
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "NO"
    if isinstance(value, str):
        return value
    return f"{value:g}"


def keep(rows, name):
    """As JSON beside the other results. It is rewritten after each row, so a run that ends early
    keeps its rows."""
    if out := os.environ.get("HEADROOM_LAB_OUT"):
        document = json.dumps([asdict(row) for row in rows], indent=1)
        Path(out, f"zoo-{name}.json").write_text(document, encoding="utf-8")
        Path(out, f"zoo-{name}.txt").write_text(table(rows) + "\n", encoding="utf-8")
