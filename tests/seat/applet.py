# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The applet in Plasma's panel: what it shows, read like a screen reader, and real clicks on it."""

from seat import kwin, reader
from seat.waiting import until

SHELL = "plasmashell"
EMPTY = (1270, 10)  # where only the wallpaper is
_PIN = "Keep Open"  # of the tray's popup


def icon(says="Headroom: "):
    """The place of the icon in the panel. The page in System Settings has a button there, too, that
    begins with the same word."""
    return reader.place_of(SHELL, says, "button")


def is_open():
    return bool(reader.find(SHELL, _PIN))


def open_it(says="Headroom: "):
    kwin.click(*icon(says))
    until(is_open, "the applet is open")


def keep_open():
    reader.click_on(SHELL, _PIN)
    until(lambda: reader.is_checked(SHELL, _PIN), "the applet stays open")


def close():
    """Also one that stays open, since it covers everything."""
    if reader.is_checked(SHELL, _PIN):
        reader.click_on(SHELL, _PIN)
        until(lambda: not reader.is_checked(SHELL, _PIN), "the applet may close again")
    kwin.click(*EMPTY)
    until(lambda: not is_open(), "no applet is open")


def row_of(app_id):
    """The app's row: its name, and its status."""
    return reader.find(SHELL, app_id, "list item")
