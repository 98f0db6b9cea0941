# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The commands that README.md and docs/install.md give for pasting, to install the packages."""

import re

PAGES = ("README.md", "docs/install.md")
_BLOCK = re.compile(r"(?:^    \S.*\n)+", re.MULTILINE)


def blocks(text):
    """The lines of each block of commands that builds or installs packages, or sets them up."""
    found = (
        [line.strip() for line in match[0].splitlines()]
        for match in _BLOCK.finditer(text.partition("\n## From source\n")[0])
    )
    return [
        lines
        for lines in found
        if any("headroom-debs" in line for line in lines)
        or lines == ["headroomctl enable-extension"]
    ]


def installing(text, desktop):
    """The one command that installs the packages for this desktop."""
    found = [
        line
        for lines in blocks(text)
        for line in lines
        if f"/headroom-{desktop}_" in line and " install " in line
    ]
    assert len(found) == 1, found
    return found[0]


def afterwards(text, desktop):
    """What is to be run after the next login."""
    return [lines[0] for lines in blocks(text) if len(lines) == 1] if desktop == "gnome" else []
