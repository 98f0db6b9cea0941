# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What is in the cells of tables with a line for each row and a column for each configuration."""

from report import figures
from report.tables import number, spread, table


def per_configuration(stall, cell):
    """A table with a line for each row and a column for each configuration."""
    rows = figures.meaningful(stall)
    columns = figures.configurations(rows)
    return table(
        ["row", *columns],
        [[name, *(cell(name, row, column) for column in columns)] for name, row in rows.items()],
    )


def figure(row, configuration, key, shown=number):
    """A cell: the spread, and all that a reader must know to judge it."""
    found = figures.spread_of(row, configuration, key)
    notes = []
    boots = len(figures.boots_that_mean_something(row))
    failed = len(figures.failures(row, configuration))
    if found and found.count < boots:
        notes.append(f"n = {found.count}")
    if failed:
        notes.append(f"{failed} failed")
    if not found:
        return ", ".join(notes)
    at_least = "≥ " if figures.at_least(row, configuration) and key == "stall_s" else ""
    return ", ".join([at_least + spread(found, shown), *notes])


def stall(row, configuration):
    """The same, and whether the program did anything."""
    idle = figures.idle(row, configuration)
    count = len(figures.results(row, configuration))
    said = figure(row, configuration, "stall_s")
    if not idle:
        return said
    return f"{said}, did not act" + (f" in {idle} of {count}" if idle < count else "")
