# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The icon in Plasma's panel at each level, in a light and in a dark panel:

    tests/lab/lab session plasma --bind DIR -- python3 $PWD/tests/lab/pictures/icon.py DIR

A fake daemon reports the levels, since a container can't be short of memory. While all is calm, the
icon is hidden.
"""

import os
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "bus"))

import album  # noqa: E402
from fake_headroomd import KATE, FakeHeadroomd  # noqa: E402
from scenes import PATIENCE, look  # noqa: E402
from seat import headroom, kwin  # noqa: E402
from seat.waiting import SLOWNESS, until  # noqa: E402

END_OF_PANEL = (980, 740, 300, 60)
LEVELS = ("critical", "high", "uneasy", "calm")


def another(before):
    """The end of the panel, once it isn't the picture of before, and two in a row are the same:
    icons fade in."""
    last = None

    def rests():
        nonlocal last
        earlier, last = last, kwin.picture_at(*END_OF_PANEL)
        return last == earlier and last != before and last

    return until(rests, "the panel shows another icon", within=PATIENCE)


def joined(how, pictures, whole):
    subprocess.run(
        ["convert", *map(str, pictures), how, str(whole)], check=True, timeout=60 * SLOWNESS
    )


def column(directory, daemon, theme):
    """One look. The panel takes it before the first level is set."""
    before = kwin.picture_at(*END_OF_PANEL)
    look(theme)
    seen, pictures = another(before), []
    for level in LEVELS:
        daemon.change(Level=level)
        seen = another(seen)
        pictures.append(directory / f"panel-{theme}-{level}.png")
        pictures[-1].write_bytes(seen)
    whole = directory / f"panel-{theme}.png"
    joined("-append", reversed(pictures), whole)
    return whole


def levels(directory):
    headroom.user("stop", "headroomd.service")
    with FakeHeadroomd(os.environ["DBUS_SESSION_BUS_ADDRESS"]) as daemon:
        daemon.apps = [KATE]  # a paused app would have a badge
        dark, light = (column(directory, daemon, each) for each in ("breezedark", "breeze"))
    joined("+append", (light, dark), directory / "panel-levels.png")
    headroom.user("start", "headroomd.service")


if __name__ == "__main__":
    album.take({"panel-levels": levels}, *sys.argv[1:])
