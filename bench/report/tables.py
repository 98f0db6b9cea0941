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


def spread(found):
    """The median, and the least and the most if there are several values."""
    if found is None:
        return ""
    if found.count == 1:
        return number(found.median)
    return f"{number(found.median)} ({number(found.least)}–{number(found.most)})"
