# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Tables in Markdown."""


def table(titles, rows):
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def number(value):
    """With as many digits as mean something; nothing for None."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}"


def percent(value):
    return f"{value:.0%}"


def spread(found, shown=number):
    """The median, and the least and the most if they differ."""
    if found is None:
        return ""
    median, least, most = map(shown, found[:3])
    return median if least == most else f"{median} ({least}–{most})"
