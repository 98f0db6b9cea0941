# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The extension's preferences in GNOME, in a window whose text can be queried, and real clicks on
it."""

import json
import os
import subprocess
from pathlib import Path

from seat import gnome
from seat.waiting import Waited, until

_WINDOW = Path(__file__).resolve().parents[1] / "session/preferences_window.js"
# To the Shell it is a dialog.
_FIND = "const window = global.display.list_all_windows().find(each => each.get_pid() === {pid});"
# GNOME Shell keeps the libraries of its service in a private directory.
_OWN_LIBRARIES = {
    "GI_TYPELIB_PATH": "/usr/lib/gnome-shell/girepository-1.0",
    "LD_LIBRARY_PATH": "/usr/lib/gnome-shell",
}


class Preferences:
    def __init__(self):
        self._gjs = subprocess.Popen(
            ["gjs", "-m", _WINDOW],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | _OWN_LIBRARIES,
        )
        until(self.texts, "the preferences are shown", within=60)

    @property
    def pid(self):
        return self._gjs.pid

    def _ask(self, *command):
        self._gjs.stdin.write(json.dumps(command) + "\n")
        self._gjs.stdin.flush()
        return json.loads(self._gjs.stdout.readline())

    def texts(self):
        """The text of the current page, from top to bottom."""
        return self._ask("texts")

    def row_texts(self, title):
        return self._ask("texts", title)

    def is_open(self, title):
        """Whether the row shows its choices."""
        return self._ask("isOpen", title)

    def has_focus(self, *names):
        """Whether it, or something in it, receives the keys."""
        return self._ask("hasFocus", *names)

    def is_marked(self, title, style):
        return style in self._ask("classes", title)

    def turn_to(self, title):
        until(lambda: self._ask("page", title) == title, f"the page {title!r} is shown")

    def _evaluate(self, code):
        return gnome.evaluate(_FIND.format(pid=self._gjs.pid) + code)

    def bring_to_front(self):
        until(lambda: self._evaluate("return window !== undefined;"), "the Shell has the window")
        # Until it is shown, a window is not activated.
        until(
            lambda: self._evaluate("Main.activateWindow(window);")
            or gnome.focused_pid() == self._gjs.pid,
            "the preferences are in front",
        )

    def can_be_used(self, *names):
        return self._ask("place", *names) is not None

    def place_of(self, *names):
        """The middle of a widget on the screen, once it is the same after another frame. What has
        just come is laid out with the next frame."""

        def look():
            found = self._ask("place", *names)
            return found and (found[:2], self._frame(), found[2])

        before = until(look, f"{names} is there")

        def rests():
            nonlocal before
            now = look()
            if now and now[:2] == before[:2]:
                return now[2] > before[2] and now
            before = now or before
            return None

        (x, y), ((left, top),), _ = until(rests, f"{names} no longer moves")
        return round(left + x), round(top + y)

    def _frame(self):
        return self._evaluate("const {x, y} = window.get_frame_rect(); return [[x, y]];")

    def click_on(self, *names):
        """A window is shown before it accepts clicks. Then the click is repeated."""
        place = self.place_of(*names)
        before = self._ask("clicks")

        def clicked():
            gnome.click(*place)
            try:
                return until(lambda: self._ask("clicks") > before, "it is clicked", within=3)
            except Waited:
                return False

        until(clicked, f"{names} accepts clicks")

    def type_into(self, *names):
        """Clicks on a field until it receives the keys."""

        def has_focus():
            self.click_on(*names)
            try:
                return until(lambda: self.has_focus(*names), "it has the focus", within=2)
            except Waited:
                return False

        until(has_focus, f"{names} receives the keys")

    def close_window(self):
        """Like a click on the close button in the overview."""
        self._evaluate("window.delete(global.display.get_current_time_roundtrip());")

    def is_gone(self):
        return self._evaluate("return window === undefined;")

    def close(self):
        self._gjs.communicate()
