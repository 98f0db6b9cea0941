# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
# nightly
"""The lock screen, which needs logind: the foreground app stays the foreground app behind it."""

import subprocess

from gi.repository import Gio, GLib

from seat import apps, desk, headroom
from seat.waiting import SLOWNESS, until

KWRITE = "org.kde.kwrite"


def is_locked():
    said = Gio.bus_get_sync(Gio.BusType.SESSION).call_sync(
        "org.freedesktop.ScreenSaver",
        "/ScreenSaver",
        "org.freedesktop.ScreenSaver",
        "GetActive",
        None,
        GLib.VariantType("(b)"),
        Gio.DBusCallFlags.NONE,
        60000 * SLOWNESS,
    )
    return said.unpack()[0]


def login(verb):
    shown = subprocess.run(
        ["loginctl", "show-user", "--property=Display", "--value", "user"],
        check=True,
        capture_output=True,
        text=True,
        timeout=20 * SLOWNESS,
    )
    subprocess.run(
        ["sudo", "loginctl", verb, shown.stdout.strip()], check=True, timeout=20 * SLOWNESS
    )
    until(lambda: is_locked() == (verb == "lock-session"), f"{verb} is done", within=60)


def test_the_lock_screen_takes_nothing_away():
    headroom.wait_for_daemon()
    apps.from_menu(KWRITE)
    entry = headroom.wait_for_app(
        KWRITE, lambda known: known["windows"] > 0, "its window is up", within=60
    )
    try:
        headroom.in_front(KWRITE, within=60)
        seen = desk.seen_while(lambda: login("lock-session"), lambda: login("unlock-session"))
        assert [app for app in seen if app != KWRITE] == []
        assert headroom.status()["focused"] == KWRITE
    finally:
        apps.stop(*entry["units"])
