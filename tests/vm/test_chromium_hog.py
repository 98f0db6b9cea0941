# packages: chromium
# nightly
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""A tab of Chromium that allocates memory without end, in the foreground window and in a hidden
one."""

import time

import pytest

from seat import cgroups, chromium, headroom, kwin, machine
from seat.probe import Probe
from seat.waiting import Waited, until

FREE_MIB = 450


@pytest.fixture(name="swap", autouse=True)
def some_swap():
    machine.swap_on_zram(512)
    yield
    machine.no_swap()


@pytest.fixture(name="browser")
def hungry_browser():
    headroom.wait_for_daemon()
    browser = chromium.Chromium(chromium.page(chromium.HOG), patience=240)
    try:
        try:
            until(lambda: browser.is_titled("waits"), "its page is loaded", within=60)
        except Waited as without:
            raise Waited(f"{without}: {browser.titles()}") from without
        yield browser
    finally:
        browser.end()


def click_into(browser):
    """Click into the page, which waits for a click before it allocates."""
    browser.show()
    kwin.place("chromium", 0, 0, 800, 600)
    headroom.in_front(browser.app_id(), within=60)
    kwin.click(400, 450)
    until(lambda: browser.is_titled("takes"), "it allocates memory", within=60)


def test_in_front_it_is_warned_about_and_nothing_of_it_is_frozen(browser):
    app, units = browser.app_id(), browser.units()
    cursor = headroom.journal_cursor()
    with machine.only_free(FREE_MIB):
        click_into(browser)
        frozen, warned = [], False
        end = time.monotonic() + 240
        while time.monotonic() < end and not machine.killed(cursor) and not warned:
            frozen += [unit for unit in units if cgroups.is_frozen(unit)]
            warned = bool(headroom.acts_on(headroom.acts(cursor), "warn", app))
    acts = headroom.acts(cursor)
    print(headroom.told(acts), machine.killed(cursor))
    assert warned
    assert not frozen
    assert not headroom.acts_on(acts, "freeze", app) and not headroom.acts_on(acts, "nap", app)


def test_hidden_it_is_frozen_wholly_and_thawed_by_the_click(browser):
    app = browser.app_id()
    cursor = headroom.journal_cursor()
    probe = Probe("--window")
    try:
        with machine.only_free(FREE_MIB):
            click_into(browser)
            browser.hide()
            until(
                lambda: browser.is_frozen() or machine.killed(cursor),
                "all its units are frozen, or the kernel has killed it",
                within=240,
            )
            assert not machine.killed(cursor)
            until(
                lambda: headroom.acts_on(headroom.acts(cursor), "freeze", app),
                lambda: f"the journal has the freeze: {headroom.told(headroom.acts(cursor))}",
            )
            print(headroom.told(headroom.acts(cursor)))
        browser.show()
        until(
            lambda: not any(map(cgroups.is_frozen, browser.units())),
            "all its units are thawed",
            within=20,
        )
        until(lambda: browser.is_titled("takes"), "the tab still shows the same page")
    finally:
        probe.stop()
