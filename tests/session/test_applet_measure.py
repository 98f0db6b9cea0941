# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The applet in Plasma's panel has the daemon measure what an app needs: real clicks, on an app
that is refused, and on one that is measured until that is cancelled."""

import contextlib
import uuid

import pytest

from seat import applet, apps, cgroups, headroom, kwin, reader
from seat.applet import SHELL
from seat.busy import Busy
from seat.measuring import is_under_way, measurement
from seat.waiting import Waited, until

HOG, PAUSED, FRONT = "org.example.Hog", "org.example.Other", "org.example.Front"


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    reader.listen()


@pytest.fixture(autouse=True)
def editor():
    """A visible editor. Another app is paused, so that the icon is in the panel."""
    with contextlib.ExitStack() as held:
        app = Busy(HOG, busy=False)
        held.callback(app.stop)
        kwin.place_pid(app.pid, 0, 0, 500, 400)
        paused = apps.own_unit(PAUSED, uuid.uuid4().hex, "sleep", "1000")
        held.callback(apps.kill, paused)
        headroom.wait_for_app(PAUSED)
        headroom.ctl("freeze", PAUSED)
        held.callback(headroom.ctl, "thaw", PAUSED)
        until(lambda: cgroups.is_frozen(paused), "it is frozen")
        held.callback(applet.close)
        yield held


def is_said(words):
    return any(words in name for name in reader.names(SHELL))


def goes_behind(editor):
    """The applet has the keys, so the editor stays the active app until another one is."""
    kwin.minimise("org.kde.kwrite")
    until(lambda: not headroom.is_seen(HOG), "it is hidden")
    front = Busy(FRONT, busy=False)
    editor.callback(front.stop)
    kwin.activate_pid(front.pid)
    headroom.in_front(FRONT)


def refused_by_click():
    """Clicks again if it was refused for a level that is not calm: the editor has just started."""
    if is_said(f"{HOG} is "):
        return True
    if headroom.status()["level"] == "calm":
        reader.click_on(SHELL, "Measure", "button")
    return False


def measured_by_click():
    """Clicks again if it was refused: windows that come and go may be what makes it not calm. But
    not before the click can have had its effect, since the button then becomes Cancel."""
    if is_under_way(HOG):
        return True
    if headroom.status()["level"] == "calm" and reader.find(SHELL, "Measure", "button"):
        reader.click_on(SHELL, "Measure", "button")
        with contextlib.suppress(Waited):
            return until(lambda: is_under_way(HOG), "the daemon measures", within=5)
    return False


def test_what_an_app_needs_is_measured_until_that_is_cancelled(editor):
    applet.open_it()
    applet.keep_open()
    reader.click_on(SHELL, HOG, "list item")

    until(refused_by_click, "it says that it is visible, or the active app", within=60)
    assert measurement(HOG) == {}
    until(lambda: reader.find(SHELL, "Measure", "button"), "it can still be measured")

    goes_behind(editor)
    until(measured_by_click, "the daemon measures", within=60)
    until(lambda: is_said("Measuring begins once"), "its row says so")
    assert not is_said(f"{HOG} is "), "the answer to the earlier request is gone"

    reader.click_on(SHELL, "Cancel", "button")
    until(lambda: not is_under_way(HOG), "the daemon has ended it")
    assert "you have cancelled it" in measurement(HOG)["sentence"]
    until(lambda: reader.find(SHELL, "Measure", "button"), "it can be measured again")
    until(lambda: is_said(f"Did not measure what {HOG} needs"), "its row says why not")
    reader.click_on(SHELL, HOG, "list item")  # the applet would open with its details
