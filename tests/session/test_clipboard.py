# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The clipboard on Plasma. KWin reports that it has changed, and the foreground app was the one
that copied. Content that Klipper restores belongs to no app."""

import os
import signal

import pytest

from seat import apps, clipboard, headroom, kwin
from seat.waiting import until

KWRITE, DOLPHIN = "org.kde.kwrite", "org.kde.dolphin"
PUT_BACK = "application/x-kde-onlyReplaceEmpty"


def in_front(app_id):
    kwin.activate(app_id)
    until(lambda: headroom.status()["focused"] == app_id, f"{app_id} is in front")


@pytest.fixture(autouse=True)
def dolphin(closing):
    apps.from_menu(DOLPHIN)
    entry = headroom.wait_for_app(
        DOLPHIN, lambda e: e["windows"] > 0, "its window is up", within=90
    )
    closing.extend(entry["units"])


@pytest.fixture
def copied(kwrite):
    """KWrite has copied, and is no longer in front."""
    assert clipboard.is_followed()
    in_front(KWRITE)
    clipboard.only_the_one_in_front_can_copy()

    def copies():
        kwin.hand("type", "text")
        kwin.hand("key", "ctrl+a", "ctrl+c")
        types = clipboard.wayland_types()
        return types and PUT_BACK not in types  # else Klipper's, of an earlier test

    kwin.hand(
        "key", "ctrl+n"
    )  # it starts with a welcome page, and accepts text once the document is there
    until(copies, "something can be pasted")
    in_front(DOLPHIN)
    until(lambda: clipboard.is_in(KWRITE), "KWrite is the clipboard owner")
    clipboard.only_the_one_in_front_can_copy()
    yield kwrite
    apps.kill(kwrite)  # it would ask whether to save


def test_until_somebody_else_copies(copied, closing):
    """A program without a window copies. KWin can't report whether it is the foreground app."""
    closing.append(clipboard.by_wl_copy("org.example.copier"))
    until(lambda: not clipboard.is_in(KWRITE), "KWrite is no longer the clipboard owner")
    in_front(KWRITE)
    assert clipboard.is_in(DOLPHIN)


def test_what_klipper_puts_back_is_no_apps(copied):
    apps.kill(copied)
    until(lambda: PUT_BACK in clipboard.wayland_types(), "Klipper has restored the clipboard")
    apps.from_menu(KWRITE)
    headroom.wait_for_app(KWRITE, lambda e: e["windows"] > 0, "its window is up")
    in_front(KWRITE)
    assert not clipboard.is_in(DOLPHIN), "Dolphin was in front then, but it hasn't copied"
    apps.stop(*headroom.units(KWRITE))


def test_the_daemon_goes_on_when_kwin_is_killed(copied):
    pid = headroom.daemon_pid()
    old = kwin.process()
    os.kill(old, signal.SIGKILL)
    until(lambda: kwin.process() not in (None, old), "KWin is back", within=40)
    until(
        lambda: headroom.status()["window_source"] == "kwin",
        "its script reports windows",
        within=60,
    )
    assert headroom.daemon_pid() == pid
    apps.from_menu(DOLPHIN)
    headroom.wait_for_app(DOLPHIN, lambda e: e["windows"] > 0, "its window is up", within=90)
    in_front(DOLPHIN)
    until(clipboard.is_followed, "the new KWin reports its clipboard")
    unit = clipboard.by_wl_copy("org.example.copier")
    apps.from_menu(KWRITE)
    headroom.wait_for_app(KWRITE, lambda e: e["windows"] > 0, "its window is up", within=90)
    in_front(KWRITE)
    until(lambda: clipboard.is_in(DOLPHIN), "the new KWin's clipboard is followed")
    apps.kill(unit, *headroom.units(DOLPHIN), *headroom.units(KWRITE))
