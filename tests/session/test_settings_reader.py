# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The page in System Settings by keys and by a screen reader: each control has a name of its own, a
role and a state, and the keys lead to it."""

import collections

import pytest

from seat import cgroups, headroom, kwin, paused, reader, settings_page
from seat.paused import APPS, pause
from seat.settings_page import PAGE
from seat.waiting import until

MAIN, RULES, LIMITS, WORKS = "", "Rules for Apps", "Limits", "What Works on This Computer"
RULED = {"org.kde.kwrite": "KWrite", "org.kde.konsole": "Konsole"}
WANTED = {
    MAIN: [
        *("When resources run short", "Sensitivity", "Boost the active app", "Show notifications"),
        *("Help: Sensitivity", "Help: Boost the active app", "Rules for Apps…", "Limits…"),
    ],
    RULES: [
        text.format(name)
        for name in RULED.values()
        for text in ("Rule for {}", "Remove rule for {}")
    ],
    LIMITS: [
        "Desktop waits for memory: uneasy from",
        "Any process waits for memory: uneasy from",
        "All processes wait for memory: critical from",
        "Help: All processes wait for memory: critical from",
        "CPU weight of the active app",
    ],
    WORKS: ["Copy Command: More disk time for the active app"],
}


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    reader.listen()
    for app in RULED:
        headroom.ctl("set", f"App-{app}/Rule", "never")
    yield
    for app in RULED:
        headroom.ctl("set", f"App-{app}/Rule", "--default")


def is_all(page):
    """The main page moves away once another one is opened, its header later than its controls.
    Meanwhile it is still shown, and can't have the focus."""
    shown = reader.names(PAGE)
    leaves = {"How to Fix…", *WANTED[MAIN]} if page else set()
    return WANTED[page][0] in shown and leaves.isdisjoint(shown)


@pytest.fixture(name="turn_to")
def opened_page():
    with settings_page.opened() as pid:
        until(lambda: kwin.windows(pid), "it has a window", within=60)

        def turn(page):
            if page:
                reader.click_on(PAGE, page, "button")
            until(lambda: is_all(page), f"nothing but the page {page!r} is shown")

        yield turn


def reached(names):
    """Each control that has the focus while Tab is pressed, until all have had it. The page scrolls
    to what has it."""
    found = set()
    for _ in range(3 * len(names) + 40):
        kwin.hand("key", "Tab")
        found.add(until(lambda: reader.focused(PAGE), "something has the focus")[1])
        if names <= found:
            break
    return found


@pytest.mark.parametrize("page", WANTED)
def test_every_control_has_a_name_of_its_own_and_is_reached_by_keys(turn_to, page):
    turn_to(page)
    found = reader.states_beside(PAGE, WANTED[page][0])
    print(*found, sep="\n")
    # A row is only read; what can be done with it is in it.
    controls = [(role, name) for role, name, _ in found if role != "list item"]
    names = [name for _, name in controls]
    assert not [each for each in controls if not each[1]], "no name"
    assert [name for name, count in collections.Counter(names).items() if count > 1] == []
    states = {name: said for role, name, said in found if role != "list item"}
    assert not [name for name, said in states.items() if "focusable" not in said]
    usable = {name for name, said in states.items() if {"enabled", "sensitive", "showing"} <= said}
    assert not [name for name in WANTED[page] if name in names and name not in usable]
    by_keys = reached(usable | set(WANTED[page]))
    print(*sorted(by_keys), sep="\n")
    assert usable | set(WANTED[page]) <= by_keys


def test_a_check_box_says_its_state_and_is_changed_by_a_key(turn_to):
    turn_to(MAIN)
    box = "Show notifications"
    until(lambda: reader.is_checked(PAGE, box, "check box"), "it is checked")
    for _ in range(40):
        kwin.hand("key", "Tab")
        if reader.keeps_the_focus(PAGE, box):
            break
    kwin.hand("key", "space")
    until(lambda: not reader.is_checked(PAGE, box, "check box"), "it is no longer checked")


def test_the_first_line_says_the_state_and_resumes_what_is_paused(turn_to):
    turn_to(MAIN)
    until(
        lambda: [
            each for each in ("Calm", "Uneasy", "High", "Critical") if reader.find(PAGE, each)
        ],
        "it says the level",
    )
    assert not reader.find(PAGE, "Resume", "button"), "nothing is paused"
    with paused.two_apps(lambda: None) as units:
        pause(units, *APPS)
        until(lambda: reader.find(PAGE, "2 apps are paused."), "it says so")
        reader.click_on(PAGE, "Resume All", "button")
        until(lambda: not any(cgroups.is_frozen(each) for each in units.values()), "both run")
        until(lambda: not reader.find(PAGE, "Resume", "button"), "nothing is left to do")
