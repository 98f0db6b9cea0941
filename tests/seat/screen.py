# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The screen as a user sees it, on the X server that KWin draws on: how long it takes from a key or
a click until the pixels of a place have changed. Needs python3-xlib."""

import os
import select
import time

from Xlib import XK, X, display
from Xlib.ext import damage, xtest

_ALL_PLANES = 0xFFFFFFFF
_LEFT_BUTTON = 1
# The server reports some drawings before their pixels can be read.
_LOOK_AGAIN_S = 0.02


class Screen:
    def __init__(self):
        self._display = display.Display(os.environ["HEADROOM_LAB_X11"])
        self._root = self._display.screen().root
        self._display.damage_query_version()
        self._root.damage_create(damage.DamageReportRawRectangles)
        self._display.sync()

    def press(self, key):
        code = self._display.keysym_to_keycode(XK.string_to_keysym(key))
        for kind in (X.KeyPress, X.KeyRelease):
            xtest.fake_input(self._display, kind, code)
        self._display.sync()

    def point_at(self, x, y):
        xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
        self._display.sync()

    def click(self):
        for kind in (X.ButtonPress, X.ButtonRelease):
            xtest.fake_input(self._display, kind, _LEFT_BUTTON)
        self._display.sync()

    def pixels(self, place):
        """place: x, y, width, height"""
        return self._root.get_image(*place, X.ZPixmap, _ALL_PLANES).data

    def until_changed(self, place, act, within):
        """Seconds from the act until a pixel of the place is another one; None: none was in
        time."""
        self._drop_events()
        before = self.pixels(place)
        began = time.monotonic()
        act()
        while (left := began + within - time.monotonic()) > 0:
            self._wait(min(left, _LOOK_AGAIN_S))
            if self.pixels(place) != before:
                return time.monotonic() - began
        return None

    def rests(self, place, seconds, within):
        """Whether nothing changed in the place for so long."""
        end = time.monotonic() + within
        while time.monotonic() < end:
            if self.until_changed(place, lambda: None, seconds) is None:
                return True
        return False

    def _drop_events(self):
        while self._display.pending_events():
            self._display.next_event()

    def _wait(self, seconds):
        """Until something is drawn anywhere, or for so long."""
        if not self._display.pending_events():
            select.select([self._display.fileno()], [], [], seconds)
        self._drop_events()
