# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The applet in Plasma's panel shows what is paused and what to do, and one click does it: resume
an app or all, or have Headroom rest for an hour."""

import time
import uuid

import pytest

from seat import applet, apps, cgroups, headroom, kwin, paused, quiet, reader
from seat.applet import SHELL, row_of
from seat.loads import THRASH, python
from seat.paused import APPS, PAUSE, pause
from seat.waiting import until

HOG = "org.example.MemoryHog"
NAMED_WITHIN = 1.0  # seconds


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    reader.listen()


@pytest.fixture(name="units")
def units_of_two_apps():
    with paused.two_apps(applet.close) as units:
        yield units


def test_a_paused_app_is_resumed_by_one_click_on_its_row(units):
    pause(units, APPS[0])
    applet.open_it()
    until(lambda: "Paused" in row_of(APPS[0]), "its row says so")
    assert not reader.find(SHELL, "Resume All"), "there is only one"
    reader.click_on(SHELL, "Resume", "button")
    until(lambda: not cgroups.is_frozen(units[APPS[0]]), "it runs again")
    until(lambda: not reader.find(SHELL, "Resume", "button"), "the button is gone")
    assert not reader.find(SHELL, "Never Slow Down or Pause"), "no row was opened"


def test_all_are_resumed_by_one_click(units):
    pause(units, *APPS)
    applet.open_it()
    reader.click_on(SHELL, "Resume All", "button")
    until(lambda: not any(cgroups.is_frozen(unit) for unit in units.values()), "both run again")
    until(lambda: not reader.find(SHELL, "Resume All"), "nothing is left to be resumed")


def test_an_hour_of_rest_and_its_end(units):
    pause(units, APPS[0])  # its icon is in the panel as long as something is paused
    applet.open_it()
    reader.click_on(SHELL, PAUSE)
    until(lambda: reader.find(SHELL, "Paused until "), "the applet says so")
    until_us = headroom.status()["disabled_until_us"]
    assert 3500 < until_us / 1e6 - time.time() <= 3600
    until(lambda: not reader.find(SHELL, PAUSE), "that can't be chosen again")
    reader.click_on(SHELL, "Resume Headroom", "button")
    until(lambda: not reader.find(SHELL, "Paused until "), "the applet says so, too")
    until(lambda: reader.find(SHELL, PAUSE), "it can be chosen again")


def test_the_first_look_names_the_paused_app(units):
    pause(units, APPS[0])
    icon = applet.icon()
    took = []
    for _ in range(20):
        clicked = time.monotonic()
        kwin.click(*icon)
        until(lambda: "Paused" in row_of(APPS[0]), "the app is named")
        took.append(time.monotonic() - clicked)
        kwin.click(*icon)
        until(lambda: not row_of(APPS[0]), "the applet is closed again")
    print("named after", *(f"{seconds:.2f}" for seconds in sorted(took)), "s")
    assert max(took) < NAMED_WITHIN


@pytest.fixture(name="hog")
def paused_hog():
    """It holds memory and uses it all the time. A command pauses it, since a container may have no
    memory controller; tests/vm/test_hog_resumed.py has a real shortage."""
    unit = apps.own_unit(HOG, uuid.uuid4().hex, *python(THRASH, "200"))
    headroom.wait_for_app(HOG)
    headroom.ctl("freeze", HOG)
    until(lambda: cgroups.is_frozen(unit), "the hog is paused")
    yield unit
    applet.close()
    apps.kill(unit)


def test_a_hog_goes_on_after_one_click(hog):
    applet.open_it()
    until(lambda: "Paused" in row_of(HOG), "its row says so")
    used = quiet.used_us(hog)
    reader.click_on(SHELL, "Resume", "button")
    until(lambda: not cgroups.is_frozen(hog), "it runs again")
    until(lambda: quiet.used_us(hog) > used, "it goes on")
    assert not reader.find(SHELL, "Never Slow Down or Pause"), "no row was opened"
