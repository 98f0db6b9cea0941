# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The applet in Plasma's panel shows what is paused and what to do, and one click does it: resume
an app or all, or have Headroom rest for an hour."""

import contextlib
import time

import pytest

from seat import applet, apps, cgroups, headroom, kwin, paused, quiet, reader
from seat.applet import SHELL, row_of
from seat.busy import Busy
from seat.loads import THRASH, python
from seat.paused import APPS, PAUSE, pause
from seat.waiting import until

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


HOG, FRONT = "org.example.MemoryHog", "org.example.Front"


@pytest.fixture(name="hog")
def paused_hog_in_a_shortage():
    """It holds memory and uses it all the time. A container may have no memory controller, so the
    shortage is of the CPU, and a command pauses the hog. Yields its unit."""
    with contextlib.ExitStack() as held:
        held.callback(applet.close)
        hog = apps.own_unit(HOG, "1", *python(THRASH, "200"))
        held.callback(apps.kill, hog)
        front = Busy(FRONT, loops=3)
        held.callback(front.stop)
        kwin.activate_pid(front.pid)
        headroom.in_front(FRONT, within=30)
        until(
            lambda: headroom.status()["level"] in ("high", "critical"),
            lambda: f"it is {headroom.status()['level']}, and should be high",
            within=60,
        )
        headroom.ctl("freeze", HOG)
        until(lambda: cgroups.is_frozen(hog), "the hog is paused")
        yield hog


def test_a_hog_is_named_by_the_icon_and_resumed_by_one_click_at_the_top(hog):
    until(
        lambda: f". Paused {HOG}" in reader.find(SHELL, "Headroom: ", "button"),
        "the icon names it",
    )
    applet.open_it()
    until(lambda: reader.find(SHELL, f"Paused {HOG}", "label"), "the header names it")
    assert not reader.find(SHELL, f"Paused {HOG}:", "label"), "the figures are not in the header"
    used = quiet.used_us(hog)
    kwin.click(*reader.place_of(SHELL, "Resume", "button", outside="list item"))
    until(lambda: not cgroups.is_frozen(hog), "it runs again")
    until(lambda: quiet.used_us(hog) > used, "it goes on")
    assert not reader.find(SHELL, "Never Slow Down or Pause"), "no row was opened"
