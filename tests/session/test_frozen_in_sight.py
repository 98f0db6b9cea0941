# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A frozen window that is visible, while the pointer moves over it. KWin buffers 1 MiB that a
client doesn't read, and then disconnects it. Headroom thaws the app before that."""

import os
import subprocess
import time

import pytest

from seat import cgroups, headroom, kwin
from seat.waiting import until

EDITOR, KONSOLE = "org.kde.kwrite", "org.kde.konsole"
SECONDS = 60


def move(a_second):
    """Moves the pointer without rest. Returns the number of moves."""
    with subprocess.Popen(
        ["xdotool", "-"],
        stdin=subprocess.PIPE,
        text=True,
        env={**os.environ, "DISPLAY": os.environ["HEADROOM_LAB_X11"]},
    ) as hand:
        began, moved = time.monotonic(), 0
        while time.monotonic() < began + SECONDS:
            hand.stdin.write(f"mousemove {200 + moved % 200} {150 + moved % 100}\n")
            hand.stdin.flush()
            moved += 1
            time.sleep(max(0, began + moved / a_second - time.monotonic()))  # the pace of the mouse
        hand.stdin.close()
    return moved


@pytest.mark.parametrize("a_second", [125, 1000])
def test_it_is_still_there(kwrite, konsole, a_second):
    pids = set(cgroups.pids_in(cgroups.directory(kwrite)))
    kwin.place(EDITOR, 0, 0, 600, 400)
    kwin.place(KONSOLE, 620, 0, 600, 400)
    kwin.activate(KONSOLE)
    headroom.in_front(KONSOLE)
    move_once = ["mousemove", "300", "200"]
    kwin.hand(*move_once)
    cursor = headroom.journal_cursor()
    headroom.ctl("freeze", EDITOR)
    until(lambda: cgroups.is_frozen(kwrite), "it is frozen")
    moved = move(a_second)
    thaws = [act["MESSAGE"] for act in headroom.acts(cursor) if act["HEADROOM_ACTION"] == "thaw"]
    assert [each for each in thaws if "the compositor was about to disconnect it" in each], thaws
    kwin.click(300, 200)
    headroom.in_front(EDITOR)
    time.sleep(3)  # it would read what is there meanwhile, and end
    alive = set(cgroups.pids_in(cgroups.directory(kwrite))) if cgroups.directory(kwrite) else set()
    print(
        f"{moved} moves in {SECONDS} s, {moved / SECONDS:.0f} a second; processes {sorted(pids)} "
        f"→ {sorted(alive)}"
    )
    assert pids <= alive
    assert headroom.app(EDITOR)["windows"] == 1
