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
    controls = [
        (role, name)
        for role, name in reader.controls_beside(SHELL, "Time spent waiting")
        if role != "list item" or name.startswith(APPS)  # the last acts are only read
    ]
    print(*controls, sep="\n")
    assert not [each for each in controls if not each[1]], "no name"
    names = {name for _, name in controls}
    for wanted in ("Resume", "Resume All", "By Resource", PAUSE, f"{APPS[0]}: Paused"):
        assert wanted in names, wanted
    # The list has the focus first. It is left by Tab, which then leads through all the rest.
    by_keys = reached("Down", "Down", "Down", *["Tab"] * 30)
    print(*sorted(by_keys), sep="\n")
    assert not [each for each in controls if each not in by_keys]


def test_states_are_told(units):
    rule, row, never = f"App-{APPS[0]}/Rule", f"{APPS[0]}: Paused", "Never Slow Down or Pause"
    applet.open_it()
    applet.keep_open()
    until(lambda: all("Paused" in row_of(app) for app in APPS), "both rows say so")
    controls = reader.controls_beside(SHELL, "Time spent waiting")
    assert not [each for each in controls if not reader.can_be_pressed(SHELL, each[1], each[0])]
    assert reader.described(SHELL, row, "list item") == "Collapsed"
    reader.click_on(SHELL, APPS[0], "list item")
    until(lambda: reader.described(SHELL, row, "list item") == "Expanded", "its row is open")
    assert reader.described(SHELL, APPS[1], "list item") == "Collapsed"
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
        if reader.focused(SHELL)[1:] == ("Resume All",):
            break
    kwin.hand("key", "space")
    until(lambda: not any(cgroups.is_frozen(unit) for unit in units.values()), "both run again")
