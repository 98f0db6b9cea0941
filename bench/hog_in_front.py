# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# floor: vm
# memory: 1400
# package: python3-xlib
"""The app in front takes more memory than there is. It is never frozen, so only the user can do
something. How long it takes from the Meta key to the menu, and from a click in the notification to
its effect: "Close" until the app has ended, "Pause" until it is minimised and stands still. All
that without Headroom, with it, and with the part for root. They come in a random order in each
round, since each leaves something behind in swap. A screen reader finds the buttons once, before
that: its queries take the shell's time.

HEADROOM_TEST_ROUNDS=3 measures each so often, and HEADROOM_TEST_MENUS_S=30 opens the menu for so
long. HEADROOM_TEST_CLICKS=5 starts the app so often.
"""

import contextlib
import json
import os
import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

import interaction  # noqa: E402

from seat import headroom, machine, pressure, reader  # noqa: E402
from seat.applet import SHELL  # noqa: E402
from seat.front_hog import FREE_MIB, SWAP_MIB, FrontHog  # noqa: E402
from seat.peers import HEADROOM, NOBODY, Answer, stop_all  # noqa: E402
from seat.screen import Screen  # noqa: E402
from seat.waiting import Waited, until  # noqa: E402

ROUNDS = int(os.environ.get("HEADROOM_TEST_ROUNDS", "3"))
MENUS_S = float(os.environ.get("HEADROOM_TEST_MENUS_S", "30"))
BETWEEN_S = 1  # as a user waits
CLICKS = int(os.environ.get("HEADROOM_TEST_CLICKS", "5"))
ANSWERS = (NOBODY, HEADROOM, "headroom-root")
LONGEST_S = interaction.LONGEST_S
PLACE = (420, 60, 600, 300)  # beside the menu, above the notification
# The buttons, and whether the app shows the effect of a click.
EFFECTS = {
    "Close": lambda hog: not Path(f"/proc/{hog.editor}").exists(),
    "Pause": lambda hog: hog.is_frozen(),
}
ACTS = {"Close": "close", "Pause": "minimise"}  # what headroomd does when the click has reached it


@contextlib.contextmanager
def hog_with(answer):
    """A hog in front that has begun, and the cursor of the journal from before that."""
    stop_all()
    pressure.start_headroom()
    with contextlib.ExitStack() as held:
        hog = FrontHog()
        held.callback(hog.stop)
        hog.come_to_the_front(*PLACE)
        answering = held.enter_context(contextlib.closing(Answer(answer)))
        if answering.with_headroom:
            headroom.wait_for_daemon()
            headroom.in_front(hog.app_id, within=60)
        machine.wait_for_calm()
        hog.begin()
        yield hog, answering.cursor


class Buttons:
    """Where a notification has them, and the pixels of one's place while there is none."""

    def __init__(self, screen):
        self._screen = screen
        reader.listen()
        with hog_with(HEADROOM) as (hog, cursor):
            hog.warning(cursor)
            self.places = {
                # The first "Close" closes the notification.
                name: reader.place_of(SHELL, name, "button", last=name == "Close")
                for name in EFFECTS
            }
        until(lambda: not reader.find(SHELL, "Close", "button"), "it is gone", within=60)
        reader.ignore()
        x, y = self.places["Close"]
        self._box = (x - 20, y - 8, 40, 16)
        self._without = screen.pixels(self._box)

    def are_shown(self):
        return self._screen.pixels(self._box) != self._without


def seconds(took):
    return round(LONGEST_S if took is None else took, 3)


def menu(screen):
    """Seconds from the key to the menu, which is closed again."""
    took = screen.until_changed(
        interaction.MENU_PLACE, lambda: screen.press("Super_L"), within=LONGEST_S
    )
    screen.until_changed(interaction.MENU_PLACE, lambda: screen.press("Escape"), within=LONGEST_S)
    return seconds(took)


def menus(screen, answer):
    """Of each time: seconds since memory became short, and to the menu."""
    took = []
    with hog_with(answer) as (hog, _):
        began = time.monotonic()
        while (at := time.monotonic() - began) < MENUS_S:
            took.append((round(at, 1), menu(screen)))
            if not hog.path.exists():
                print(f"{answer}: the app was killed", file=sys.stderr)
                break
            time.sleep(BETWEEN_S)
    return took


def in_rounds(rounds, answers, measure):
    """What was measured of each answer, in all rounds."""
    found = {answer: [] for answer in answers}
    for _ in range(rounds):
        for answer in random.sample(answers, len(answers)):
            found[answer] += measure(answer)
    return found


def click(screen, buttons, name, answer):
    """Seconds from the warning to the buttons, and from a click on one to its effect."""
    until(lambda: not buttons.are_shown(), "the notification before is gone", within=60)
    with hog_with(answer) as (hog, cursor):
        warned = hog.warning(cursor)["at"]
        try:
            until(buttons.are_shown, "the notification is shown", within=LONGEST_S)
        except Waited:
            return {"shown": None, name: None}
        seen = time.monotonic()
        screen.point_at(*buttons.places[name])
        began = time.monotonic()
        screen.click()
        try:
            until(lambda: EFFECTS[name](hog), name, within=LONGEST_S)
            took = time.monotonic() - began
        except Waited:
            took = None
        acts = headroom.acts_on(headroom.acts(cursor), ACTS[name], hog.app_id)
        return {
            "shown": round(seen - warned, 3),
            "asked": round(acts[0]["at"] - began, 3) if acts else None,
            name: seconds(took),
        }


def said(what, answer, found):
    print(f"{answer}: {what} {json.dumps(found)}", file=sys.stderr, flush=True)
    return found


if __name__ == "__main__":
    interaction.stays_in_memory()
    interaction.configure_editors()
    on_screen = Screen()
    menu(on_screen)  # the first one loads it
    at_rest = said("menu", "at rest", [menu(on_screen) for _ in range(10)])
    with machine.only_free(FREE_MIB):
        machine.swap_on_zram(SWAP_MIB)
        opened = in_rounds(ROUNDS, ANSWERS, lambda each: said("menu", each, menus(on_screen, each)))
        found = Buttons(on_screen)
        clicked = {
            name: in_rounds(
                CLICKS,
                [each for each in ANSWERS if each != NOBODY],
                lambda each, name=name: [said(name, each, click(on_screen, found, name, each))],
            )
            for name in EFFECTS
        }
        print(json.dumps({"at rest": at_rest, "menu": opened, "click": clicked}))
        machine.no_swap()
