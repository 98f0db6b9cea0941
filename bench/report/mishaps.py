# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What went wrong in the measurement of bench/stall.py: what did not survive, and which boots and
rows count for nothing."""

from report import figures


def _each_result(rows):
    """(row, configuration, document) of all boots that mean something."""
    for name, row in rows.items():
        for configuration in figures.configurations(rows):
            for result in figures.results(row, configuration):
                yield name, configuration, result


def paused_besides(result):
    """Apps that Headroom paused and that were not a load."""
    return [app for app in result["frozen"] if app not in result["load"]]


def bystanders(rows):
    """(row, configuration, app) of each of them."""
    return sorted(
        {
            (name, configuration, app)
            for name, configuration, result in _each_result(rows)
            for app in paused_besides(result)
        }
    )


def others_were_open(rows):
    """Whether each result is of a session with other apps, which Headroom may have paused."""
    return all(result.get("beside") for _, _, result in _each_result(rows))


def dead_bystanders(rows):
    """(row, configuration, app) of each other app that did not survive."""
    return sorted(
        {
            (name, configuration, app)
            for name, configuration, result in _each_result(rows)
            for app, lived in result.get("beside", {}).items()
            if not lived
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
    """(row, configuration) where the program itself did not run all the time."""
    return [
        (name, configuration)
        for name, row in rows.items()
        for configuration in figures.configurations(rows)
        if not all(result["ran"] for result in figures.results(row, configuration))
    ]


def refusals(rows):
    """(row, reason) of each boot that means nothing, and of each row."""
    return [
        (name, boot["refused"])
        for name, row in rows.items()
        for boot in row["boots"]
        if "refused" in boot
    ] + [
        (name, f"the whole row: {reason}")
        for name, row in rows.items()
        if figures.boots_that_mean_something(row) and (reason := figures.harmless(name, row))
    ]


def cut_short(rows):
    """(row, reason) of each boot that ended before its last configuration."""
    return [
        (name, boot["boot_ended"])
        for name, row in rows.items()
        for boot in figures.boots_that_mean_something(row)
        if "boot_ended" in boot
    ]
