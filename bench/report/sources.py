# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Where the documents of bench/stall.py come from: of which sources, how long, and beside what."""

from report import figures


def _all_boots(stall):
    return [(name, boot) for name, row in stall.items() for boot in row["boots"]]


def mixtures(stall):
    """Sentences on what must not be in one page: medians would be of different things."""
    boots = _all_boots(stall)
    found = []
    for key, what in (
        ("limits", "limits by variables HEADROOM_TEST_*"),
        ("full", "of a part, and of --full"),
    ):
        kinds = sorted({str(boot.get(key)) for _, boot in boots})
        if len(kinds) > 1:
            found.append(f"the boots are of several kinds ({what}): {', '.join(kinds)}")
    if any(str(boot.get("source")).endswith("-dirty") for _, boot in boots):
        found.append("some boots are of sources that were never committed")
    for name, row in stall.items():
        # Rows are not compared with each other, and to measure all of them takes days.
        if len(states_of_sources(row)) > 1:
            listed = ", ".join(states_of_sources(row))
            found.append(f"{name} is of several states of the sources: {listed}")
        lengths = sorted({boot["seconds"] for boot in row["boots"] if "seconds" in boot})
        if len(lengths) > 1:
            found.append(f"{name} was measured for {' and '.join(map(str, lengths))} s")
    return found


def states_of_sources(row):
    return sorted({str(boot.get("source", "unknown")) for boot in row["boots"]})


def lost_sessions(stall):
    """{row: how many sessions ended without a document}"""
    return {name: row["lost"] for name, row in stall.items() if row.get("lost")}


def shares_of_the_host(stall):
    """{row: the share of the host's CPU time that others used, as a spread over its boots}"""
    found = {
        name: figures.spread(
            boot["host"]["others"]
            for boot in figures.boots_that_mean_something(row)
            if "host" in boot
        )
        for name, row in stall.items()
    }
    return {name: each for name, each in found.items() if each}


def rates(stall, parted):
    """{load: how fast it grew without any program, in MiB a second, as a spread}. `parted`: gives
    the load and the swap of a row's name."""
    by_load = {}
    for name, row in stall.items():
        by_load.setdefault(parted(name)[0], []).extend(
            result["rate_mib_s"]
            for result in figures.results(row, figures.NOTHING)
            if "rate_mib_s" in result
        )
    return {load: each for load, values in by_load.items() if (each := figures.spread(values))}
