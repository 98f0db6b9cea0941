# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The applet by keys and by a screen reader: each control has a name and a role, and the keys lead
to it."""

import pytest

from seat import applet, cgroups, headroom, kwin, paused, reader
from seat.applet import SHELL, row_of
from seat.paused import APPS, PAUSE, pause
from seat.waiting import until


@pytest.fixture(scope="module", autouse=True)
def screen_reader():
    reader.listen()


@pytest.fixture(name="units")
def two_paused_apps():
    with paused.two_apps(applet.close) as units:
        pause(units, *APPS)
        yield units


def reached(*keys):
    """Each control that has the focus while the keys are pressed."""
    found = set()
    for key in keys:
        kwin.hand("key", key)
        found.add(until(lambda: reader.focused(SHELL), "something has the focus"))
    return found


def test_every_control_has_a_name_and_a_role_and_is_reached_by_keys(units):
    applet.open_it()
    applet.keep_open()
    until(lambda: all("Paused" in row_of(app) for app in APPS), "both rows say so")
    shown = until(lambda: reader.controls_beside(SHELL, "Time spent waiting"), "it has controls")
    controls = [
        (role, name)
        for role, name in shown
        if role != "list item" or name.startswith(APPS)  # the last acts are only read
    ]
    print(*controls, sep="\n")
    assert not [each for each in controls if not each[1]], "no name"
    names = {name for _, name in controls}
    for wanted in ("Resume", "Resume All", "By Resource", PAUSE, f"{APPS[0]}: Paused"):
        assert wanted in names, wanted
    # The list has the focus first. It is left by Tab, which then leads through all the rest, more
    # than once. Up leads once more to the first row: two keys may be over before the first look.
    by_keys = reached("Down", "Down", "Down", "Up", *["Tab"] * 30)
    print(*sorted(by_keys), sep="\n")
    assert not [each for each in controls if each not in by_keys]


def states():
    return reader.states_beside(SHELL, "Time spent waiting")


def all_can_be_used():
    controls = reader.controls_beside(SHELL, "Time spent waiting")
    return controls and all(reader.can_be_pressed(SHELL, name, role) for role, name in controls)


def test_states_are_told(units):
    rule, row, never = f"App-{APPS[0]}/Rule", f"{APPS[0]}: Paused", "Never Slow Down or Pause"
    applet.open_it()
    applet.keep_open()
    until(lambda: all("Paused" in row_of(app) for app in APPS), "both rows say so")
    until(all_can_be_used, lambda: f"all can be used: {states()}")
    until(lambda: reader.described(SHELL, row, "list item") == "Collapsed", "its row is closed")
    reader.click_on(SHELL, APPS[0], "list item")
    until(lambda: reader.described(SHELL, row, "list item") == "Expanded", "its row is open")
    until(
        lambda: reader.described(SHELL, APPS[1], "list item") == "Collapsed",
        "the other row is still closed",
    )
    # The charts by resource push the open row out of sight, so they come last.
    for what, action in ((never, "the rule is set"), ("By Resource", "it is pressed")):
        assert not reader.is_checked(SHELL, what)
        reader.click_on(SHELL, what)
        until(lambda name=what: reader.is_checked(SHELL, name), action)
    assert headroom.settings()[rule] == "never"
    headroom.ctl("set", rule, "--default")
    until(lambda: not reader.is_checked(SHELL, never), "the rule is gone")
    reader.click_on(SHELL, "By Resource")
    until(lambda: not reader.is_checked(SHELL, "By Resource"), "it is no longer pressed")
    assert units


def test_a_paused_app_is_resumed_by_keys(units):
    applet.open_it()
    until(lambda: all("Paused" in row_of(app) for app in APPS), "both rows say so")
    for _ in range(40):
        kwin.hand("key", "Tab")
        if reader.keeps_the_focus(SHELL, "Resume All"):
            break
    kwin.hand("key", "space")
    until(lambda: not any(cgroups.is_frozen(unit) for unit in units.values()), "both run again")
