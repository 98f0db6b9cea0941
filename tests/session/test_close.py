# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Close on Plasma acts like a click on the window's close button, so no unsaved work is lost."""

import pytest

from seat import apps, cgroups, headroom, kwin
from seat.waiting import until

KWRITE = "org.kde.kwrite"


@pytest.fixture
def unsaved(kwrite):
    """KWrite with unsaved text."""
    kwin.place(KWRITE, 0, 0, 900, 600)
    kwin.click(450, 300)
    until(lambda: headroom.status()["focused"] == KWRITE, "it has the focus")
    kwin.hand("key", "ctrl+n")
    until(lambda: caption().startswith("Untitled"), "it shows a new document")
    kwin.hand("type", "not saved")
    until(lambda: "*" in caption() or "modified" in caption(), "the document is modified")
    yield kwrite
    apps.kill(kwrite)  # it would ask again


def caption():
    """The caption of its main window, from KWin. Headroom never reads it."""
    return kwin.ask(
        f"return workspace.windowList().filter(w => w.desktopFileName == '{KWRITE}' && "
        f"!w.transient).map(w => w.caption).join();"
    )


def questions():
    return kwin.ask(
        f"return workspace.windowList().filter(w => w.desktopFileName == '{KWRITE}' && "
        f"w.transient && w.modal).length;"
    )


def test_nothing_is_lost(unsaved):
    headroom.ctl("close", KWRITE)
    until(lambda: questions() == 1, "it asks whether to save the text", within=20)
    assert "asked KWrite to close its windows" in headroom.ctl("history").stdout
    kwin.hand("key", "Escape")
    until(lambda: questions() == 0, "the dialog is cancelled")
    known = headroom.wait_for_app(KWRITE, lambda entry: entry["windows"] == 1, "it has one window")
    assert unsaved in known["units"]


def test_one_that_stands_still_goes_on_and_asks(unsaved, konsole):
    assert konsole
    kwin.minimise(KWRITE)
    headroom.ctl("freeze", KWRITE)
    until(lambda: cgroups.is_frozen(unsaved), "it is frozen")
    headroom.ctl("close", KWRITE)
    until(lambda: not cgroups.is_frozen(unsaved), "it is thawed")
    until(lambda: questions() == 1, "it asks whether to save the text", within=20)


def test_one_that_stands_still_can_be_closed_from_the_task_bar(kwrite, konsole):
    """KWin pings the window. A frozen app can't answer, and KWin would offer to kill it."""
    assert konsole
    kwin.minimise(KWRITE)
    headroom.ctl("freeze", KWRITE)
    until(lambda: cgroups.is_frozen(kwrite), "it is frozen")
    kwin.ask(
        f"workspace.windowList().filter(w => w.desktopFileName == '{KWRITE}').forEach(w => "
        f"w.closeWindow()); return 0;"
    )
    until(lambda: kwrite not in headroom.units(KWRITE), "its unit is gone", within=20)
    assert "resumed KWrite: its window had to respond" in headroom.ctl("history").stdout


def test_what_is_saved_just_closes(kwrite):
    headroom.ctl("close", KWRITE)
    until(lambda: kwrite not in headroom.units(KWRITE), "its unit is gone", within=20)
