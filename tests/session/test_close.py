# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""Closing an app in Plasma: it is asked as a click on its window's button asks it, so that nothing that wasn't saved is lost."""

import pytest

from seat import apps, cgroups, headroom, kwin
from seat.waiting import until

KWRITE = "org.kde.kwrite"


@pytest.fixture
def unsaved(kwrite):
    """KWrite with a text that isn't saved."""
    kwin.place(KWRITE, 0, 0, 900, 600)
    kwin.click(450, 300)
    until(lambda: headroom.status()["focused"] == KWRITE, "it has the focus")
    kwin.hand("key", "ctrl+n")
    until(lambda: caption().startswith("Untitled"), "a new text")
    kwin.hand("type", "not saved")
    until(lambda: "*" in caption() or "modified" in caption(), "it is changed")
    yield kwrite
    apps.kill(kwrite)  # it would ask again


def caption():
    """Of its main window: KWin's to know, and never Headroom's."""
    return kwin.ask(
        f"return workspace.windowList().filter(w => w.desktopFileName == '{KWRITE}' && !w.transient).map(w => w.caption).join();"
    )


def questions():
    return kwin.ask(
        f"return workspace.windowList().filter(w => w.desktopFileName == '{KWRITE}' && w.transient && w.modal).length;"
    )


def test_nothing_is_lost(unsaved):
    headroom.ctl("close", KWRITE)
    until(lambda: questions() == 1, "it asks what to do with the text", within=20)
    assert "asked KWrite to close its windows" in headroom.ctl("history").stdout
    kwin.hand("key", "Escape")
    until(lambda: questions() == 0, "the question is answered: don't close")
    assert headroom.app(KWRITE)["windows"] == 1 and unsaved in headroom.units(KWRITE)


def test_one_that_stands_still_goes_on_and_asks(unsaved, konsole):
    assert konsole
    kwin.minimise(KWRITE)
    headroom.ctl("freeze", KWRITE)
    until(lambda: cgroups.is_frozen(unsaved), "it stands still")
    headroom.ctl("close", KWRITE)
    until(lambda: not cgroups.is_frozen(unsaved), "it goes on")
    until(lambda: questions() == 1, "it asks what to do with the text", within=20)


def test_one_that_stands_still_can_be_closed_from_the_task_bar(kwrite, konsole):
    """KWin asks whether it still runs; frozen it can't answer, and KWin would offer to kill it."""
    assert konsole
    kwin.minimise(KWRITE)
    headroom.ctl("freeze", KWRITE)
    until(lambda: cgroups.is_frozen(kwrite), "it stands still")
    kwin.ask(
        f"workspace.windowList().filter(w => w.desktopFileName == '{KWRITE}').forEach(w => w.closeWindow()); return 0;"
    )
    until(lambda: kwrite not in headroom.units(KWRITE), "it has ended", within=20)
    assert "thawed KWrite: its window was to answer" in headroom.ctl("history").stdout


def test_what_is_saved_just_closes(kwrite):
    headroom.ctl("close", KWRITE)
    until(lambda: kwrite not in headroom.units(KWRITE), "it has ended", within=20)
