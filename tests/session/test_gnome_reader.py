# desktop: gnome
# packages: at-spi2-core gir1.2-atspi-2.0 gnome-terminal
# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a screen reader finds in GNOME's preferences: each control has a name, a role and a
state."""

import contextlib

import gi
import pytest

from seat import gnome, headroom
from seat.preferences import Preferences
from seat.waiting import until

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402  # pylint: disable=wrong-import-position

RULE = "App-org.gnome.Calculator/Rule"
CPU_WEIGHT = "CPU weight of the active app"
PAGES = {
    "Behavior": ["Help: Show notifications", "Show notifications", "Boost the active app"],
    "Apps": ["Remove rule for Calculator", "Add", "Help: Rules for Apps"],
    "Limits": [CPU_WEIGHT, f"Help: {CPU_WEIGHT}"],
    "Computer": ["Copy Command", "Missing: More disk time for the active app"],
}
# Anything else says nothing about what it is.
ROLES_OF_CONTROLS = {
    *("button", "push button", "toggle button", "switch", "check box", "combo box", "list item"),
    *("spin button", "text", "entry", "label", "page tab", "radio button", "tab", "menu button"),
}

# What has the focus only to be scrolled.
SCROLLED = {"scroll pane", "list", "list box"}


@pytest.fixture(scope="module", autouse=True)
def reader(extension):
    status = Gio.DBusProxy.new_for_bus_sync(
        *(Gio.BusType.SESSION, Gio.DBusProxyFlags.NONE, None),
        *("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties"),
    )
    status.Set("(ssv)", "org.a11y.Status", "IsEnabled", GLib.Variant("b", True))
    Atspi.init()
    headroom.ctl("set", RULE, "never")
    yield
    headroom.ctl("set", RULE, "--default")
    status.Set("(ssv)", "org.a11y.Status", "IsEnabled", GLib.Variant("b", False))


def shown_below(thing, role=""):
    """Without the view of what is chosen in a combo box, which is part of it."""
    for number in range(thing.get_child_count()):
        child = thing.get_child_at_index(number)
        inner = child.get_role_name() if child else ""
        if (
            not child
            or not child.get_state_set().contains(Atspi.StateType.SHOWING)
            or (role == "combo box" and inner == "list")
        ):
            continue
        yield child
        yield from shown_below(child, "combo box" if role == "combo box" else inner)


def controls(pid):
    """(role, name, whether it can be used) of all that can have the focus. An application has no
    states itself."""
    found = []
    desktop = Atspi.get_desktop(0)
    try:
        programs = [desktop.get_child_at_index(at) for at in range(desktop.get_child_count())]
        for program in programs:
            if not program or program.get_process_id() != pid:
                continue
            program.clear_cache()
            for thing in shown_below(program):
                role, states = thing.get_role_name(), thing.get_state_set()
                if states.contains(Atspi.StateType.FOCUSABLE) and role not in SCROLLED:
                    name = (thing.get_name() or "").replace("\u2068", "").replace("\u2069", "")
                    usable = states.contains(Atspi.StateType.SENSITIVE)
                    found.append((role, name, usable))
    except GLib.Error:  # it changes during the query
        return []
    return found


@pytest.mark.parametrize("page", PAGES)
def test_each_control_has_a_name_a_role_and_a_state(page):
    with contextlib.closing(Preferences()) as preferences:
        preferences.bring_to_front()
        preferences.place_of("Boost the active app")
        preferences.turn_to(page)

        def seen():
            names = {name for _, name, _ in controls(preferences.pid)}
            return not [wanted for wanted in PAGES[page] if wanted not in names]

        until(seen, lambda: f"{PAGES[page]} are among {controls(preferences.pid)}")
        found = controls(preferences.pid)
        print(*found, sep="\n")
    assert not [each for each in found if not each[1]], "no name"
    assert {role for role, _, _ in found} <= ROLES_OF_CONTROLS
    assert not [name for _, name, usable in found if not usable and name != "Add"]
