# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
# memory: 1400
# disk: 30
# package: python3-xlib stress-ng
# cases: nothing,hog-zram,cpu-make,io-read
# boots: 1
"""What a user feels while a load runs in the background: from a key in KWrite to the changed pixel,
from a click on a window that is partly covered to its pixels, and from the Meta key to the menu.
Beside that, how often the sound has dropped out.

The pixels are those of the X server that KWin draws on. The CPU may be emulated, so compare with
the row without a load, in the same boot.

HEADROOM_TEST_INTERACTION_S=20 makes each measurement shorter.
"""

import contextlib
import ctypes
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import stall  # noqa: E402

from seat import apps, headroom, kwin, machine, pressure, sound, surroundings  # noqa: E402
from seat.busy import Busy  # noqa: E402
from seat.peers import HEADROOM, NOBODY, Answer, stop_all  # noqa: E402
from seat.screen import Screen  # noqa: E402

SECONDS = int(os.environ.get("HEADROOM_TEST_INTERACTION_S", "60"))
LONGEST_S = 20  # nobody waits longer, so this counts as the time that it took
BETWEEN_S = 0.3
KEYS = 8  # of each round
ROWS = {"nothing": stall.Row((), on_memory=False)} | {
    name: stall.ROWS[name] for name in ("hog-zram", "cpu-make", "io-read")
}
FRONT, BEHIND = "org.example.Front", "org.example.Behind"
# Two windows, one of which covers a part of the other. Each has a point on its title bar that is
# never covered. Below the lower left one is room for the menu.
FRONT_PLACE, BEHIND_PLACE = (420, 60, 600, 500), (20, 60, 600, 300)
FRONT_POINT, BEHIND_POINT = (920, 74), (120, 74)
COVERED_PLACE = (430, 95, 180, 200)
MENU_PLACE = (40, 420, 300, 200)
# Not pages that are never used: those of threads' stacks alone are hundreds of MiB.
_MCL_CURRENT_FUTURE_ONFAULT = 7


def configure_editors():
    """KWrite has a document from the start, and a cursor that does not blink: it would be what
    changes."""
    for file, group, key, value in (
        ("kwriterc", "General", "Show welcome view for new window", "false"),
        ("kdeglobals", "KDE", "CursorBlinkRate", "0"),
    ):
        words = ["--file", file, "--group", group, "--key", key, value]
        subprocess.run(["kwriteconfig6", *words], check=True)


class Hand:
    """Types, clicks and opens the menu in turn, until a time is over."""

    def __init__(self, screen, front, behind):
        self._screen, self._front, self._behind = screen, front, behind
        self.took = {"key": [], "switch": [], "menu": []}

    def arrange(self):
        kwin.place_pid(self._behind.pid, *BEHIND_PLACE)
        kwin.place_pid(self._front.pid, *FRONT_PLACE)
        kwin.activate_pid(self._front.pid)
        headroom.in_front(FRONT, within=60)
        assert self._screen.rests(self._text(), 2, within=60), "something blinks in the editor"

    def _text(self):
        x, y, width, height = kwin.windows(self._front.pid)[0]
        return tuple(map(round, (x + 30, y + 60, width - 90, height - 120)))

    def go_on(self, end):
        text = self._text()
        while time.monotonic() < end:
            for _ in range(KEYS):
                self._do("key", text, lambda: self._screen.press("a"), end)
            self._turn_to(BEHIND_POINT, end)
            self._turn_to(FRONT_POINT, end)
            self._do("menu", MENU_PLACE, lambda: self._screen.press("Super_L"), end)
            self._screen.until_changed(
                MENU_PLACE, lambda: self._screen.press("Escape"), within=LONGEST_S
            )

    def _turn_to(self, point, end):
        self._screen.point_at(*point)
        self._do("switch", COVERED_PLACE, self._screen.click, end)

    def _do(self, what, place, act, end):
        if time.monotonic() >= end:
            return
        took = self._screen.until_changed(place, act, within=LONGEST_S)
        self.took[what].append((LONGEST_S if took is None else took) * 1000)
        time.sleep(BETWEEN_S)  # as a user does


def stays_in_memory():
    """What measures must not wait for its own pages."""
    machine.root("prlimit", "--memlock=unlimited", "--pid", str(os.getpid()))
    if ctypes.CDLL(None, use_errno=True).mlockall(_MCL_CURRENT_FUTURE_ONFAULT) != 0:
        raise OSError(ctypes.get_errno(), "mlockall")


def dropouts():
    """The sum of all nodes' errors so far, which pw-top counts."""
    said = subprocess.run(
        ["pw-top", "--batch-mode", "--iterations", "2"],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout
    last = said[said.rindex("ERR") :]
    return sum(
        map(int, re.findall(r"^\S+\s+\d+\s+\d+\s+\d+\s+\S+\s+\S+\s+\S+\s+\S+\s+(\d+)", last, re.M))
    )


def measured(answer, row, screen):
    with contextlib.ExitStack() as held:
        pressure.start_headroom()
        front, behind = Busy.each(FRONT, BEHIND, busy=False)
        held.callback(apps.kill, front.unit, behind.unit)  # asked to end, they would ask to save
        held.enter_context(sound.playing("org.example.Player", sound.commands()["pw-play"]))
        hand = Hand(screen, front, behind)
        hand.arrange()
        answering = held.enter_context(contextlib.closing(Answer(answer)))
        if answering.with_headroom:
            kwin.activate_pid(front.pid)
            headroom.in_front(FRONT, within=60)
        machine.wait_for_calm()
        before = dropouts()
        loads = pressure.started(row.kinds, held)
        hand.go_on(time.monotonic() + SECONDS)
        rounded = {what: [round(each, 1) for each in took] for what, took in hand.took.items()}
        return rounded | {
            "dropouts": dropouts() - before,
            "loads": [load.fate() for load in loads],
        }


def one_row(name, screen):
    row = ROWS[name]
    found = {"machine": surroundings.facts()}
    with stall.prepared(row):
        for answer in (NOBODY, HEADROOM):
            stop_all()
            print(f"{name}: {answer} …", file=sys.stderr, flush=True)
            found[answer] = measured(answer, row, screen)
            print(json.dumps(found[answer]), file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    stays_in_memory()
    configure_editors()
    on_screen = Screen()
    asked = sys.argv[1].split(",")
    documents = {each: one_row(each, on_screen) for each in asked}
    print(json.dumps(documents if len(asked) > 1 else documents[asked[0]]))
