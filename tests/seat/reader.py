# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a screen reader finds in the windows of a Plasma session (AT-SPI), and real clicks on it."""

import os
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib  # noqa: E402  # pylint: disable=wrong-import-position

from seat import kwin  # noqa: E402  # pylint: disable=wrong-import-position
from seat.waiting import SLOWNESS, until  # noqa: E402  # pylint: disable=wrong-import-position

#: The roles of what can be used. Text and lists may have the focus only to be read or scrolled.
CONTROLS = {
    *("button", "push button", "toggle button", "check box", "radio button", "combo box"),
    *("spin button", "list item", "menu item"),
}
_ISOLATES = str.maketrans("", "", "\u2068\u2069")


def listen():
    """Makes programs report what they show from now on, as when a screen reader is started. Until
    ignore(), pressure freezes no app that has a window."""
    _announce(True)
    Atspi.init()


def ignore():
    """The opposite, as when it ends."""
    _announce(False)


def _announce(is_there):
    bus = Gio.DBusProxy.new_for_bus_sync(
        Gio.BusType.SESSION,
        Gio.DBusProxyFlags.NONE,
        None,
        "org.a11y.Bus",
        "/org/a11y/bus",
        "org.freedesktop.DBus.Properties",
    )
    there = bus.GetAll("(s)", "org.a11y.Status")
    for name in ("IsEnabled", "ScreenReaderEnabled"):
        if name in there:  # newer versions (at-spi2-core 2.62) don't have the second one
            bus.Set("(ssv)", "org.a11y.Status", name, GLib.Variant("b", is_there))


def _children(thing):
    """The visible children."""
    for number in range(thing.get_child_count()):
        child = thing.get_child_at_index(number)
        if child and child.get_state_set().contains(Atspi.StateType.SHOWING):
            yield child


def _below(*path):
    """Each descendant with the path to it. Parents can't be queried: nothing leads from a page in
    QML to the window of widgets that shows it."""
    for child in _children(path[-1]):
        yield *path, child
        yield from _below(*path, child)


def _is_run_by(program, one):
    """Whether this is the program, by its process. The bus knows that, so no other program is
    asked: one that hangs or is frozen would delay each look by 800 ms, and by up to 15 s while it
    is new."""
    try:
        return os.path.basename(os.readlink(f"/proc/{one.get_process_id()}/exe")) == program
    except (GLib.Error, OSError):
        return False


def _shown(program, role=None):
    desktop = Atspi.get_desktop(0)
    for number in range(desktop.get_child_count()):
        one = desktop.get_child_at_index(number)
        if one and _is_run_by(program, one):
            yield from (
                path
                for window in _children(one)
                for path in _below(window)
                if role is None or path[-1].get_role_name() == role
            )


def name_of(thing):
    return (thing.get_name() or "").translate(_ISOLATES)


def names(program, role=None):
    """The names of all that is visible of a program, in order; of one role, if given. Empty while
    it changes during the query."""
    try:
        return [name_of(path[-1]) for path in _shown(program, role)]
    except GLib.Error:
        return []


def rows(program):
    """The same for the rows of its lists. The heading of a section is an item of the list, too, and
    comes before or after the first row at random. But it has no children."""
    try:
        return [
            name_of(path[-1]) for path in _shown(program, "list item") if path[-1].get_child_count()
        ]
    except GLib.Error:
        return []


def find(program, name, role=None):
    """The name of the first match that begins so; "": there is none. Each query takes the program's
    time, so this stops at the first match."""
    try:
        return next(
            (
                said
                for path in _shown(program, role)
                if (said := name_of(path[-1])).startswith(name)
            ),
            "",
        )
    except GLib.Error:
        return ""


def _window_with(program, name):
    """What is in the window that shows the name; nothing if none shows it."""
    paths = list(_shown(program))
    window = next((path[0] for path in paths if name_of(path[-1]) == name), None)
    return [path[-1] for path in paths if window and path[0] == window]


def controls_beside(program, name):
    """(role, name) of all that can be used in the window that shows the name. Empty while it
    changes during the query."""
    return [(role, said) for role, said, _ in states_beside(program, name)]


def states_beside(program, name):
    """The same with the names of its states."""
    try:
        return [
            (
                thing.get_role_name(),
                name_of(thing),
                {state.value_nick for state in thing.get_state_set().get_states()},
            )
            for thing in _window_with(program, name)
            if thing.get_role_name() in CONTROLS
        ]
    except GLib.Error:
        return []


def focused(program):
    """(role, name) of what has the focus; (): nothing has. What contains it has the state, too."""
    try:
        return [
            (path[-1].get_role_name(), name_of(path[-1]))
            for path in _shown(program)
            if path[-1].get_state_set().contains(Atspi.StateType.FOCUSED)
        ][-1]
    except (GLib.Error, IndexError):
        return ()


def keeps_the_focus(program, name):
    """Whether the control has it, and the last key, which takes a moment, does not move it away."""
    if focused(program)[1:] != (name,):
        return False
    time.sleep(0.5 * SLOWNESS)  # no event tells that nothing will change
    return focused(program)[1:] == (name,)


def _is(state, program, name, role):
    try:
        return next(
            (
                path[-1].get_state_set().contains(state)
                for path in _shown(program, role)
                if name_of(path[-1]).startswith(name)
            ),
            False,
        )
    except GLib.Error:
        return False


def described(program, name, role=None):
    """What is said of the first match besides its name."""
    try:
        return next(
            (
                path[-1].get_description()
                for path in _shown(program, role)
                if name_of(path[-1]).startswith(name)
            ),
            "",
        )
    except GLib.Error:
        return ""


def is_checked(program, name, role=None):
    return _is(Atspi.StateType.CHECKED, program, name, role)


def can_be_pressed(program, name, role=None):
    return _is(Atspi.StateType.SENSITIVE, program, name, role)


def _place(path):
    """The middle of the item on the screen. A program on Wayland knows only the place in its
    window, and the compositor only the place of the window. The window is identified by its size. A
    QML page as wide as the window, at its top, has its own origin."""
    inside, whole = (each.get_extents(Atspi.CoordType.WINDOW) for each in (path[-1], path[0]))
    if inside.width <= 0 or inside.height <= 0:
        return None
    extents = (each.get_extents(Atspi.CoordType.WINDOW) for each in path)
    origin = next(
        (each for each in extents if each.width == whole.width and each.x != whole.x), whole
    )
    for x, y, width, height in kwin.windows(path[-1].get_process_id()):
        if (round(width), round(height)) == (whole.width, whole.height):
            return round(x + inside.x - origin.x + inside.width / 2), round(
                y + inside.y - origin.y + inside.height / 2
            )
    return None


def place_of(program, name, role=None, last=False, at_rest_for=0):
    """The place on the screen of the item that begins so, once it no longer moves, and hasn't for
    so many seconds. One with exactly this name comes first. Of several, the first one, or the
    last."""

    def look():
        try:
            # From Qt 6.10 on, a page in QML is also among the program's windows. A path that begins
            # there leads to no place.
            found = [path for path in _shown(program, role) if name_of(path[-1]).startswith(name)]
            if last:
                found.reverse()
            found.sort(key=lambda path: name_of(path[-1]) != name)
            return next((place for path in found if (place := _place(path))), None)
        except GLib.Error:
            return None

    before, since = None, time.monotonic()

    def rests():
        nonlocal before, since
        last, before = before, look()
        if before != last:
            since = time.monotonic()
        return before if before == last and time.monotonic() - since >= at_rest_for else None

    return until(rests, f"{program} shows {name!r}, and it no longer moves", within=30)


# Seconds for which a pointer that has come to a row counts as pointing at it. The applet uses
# three.
_POINTS = 2
# Seconds for which a row must have kept its place. What is clicked sooner after a move was meant
# for another row, so the applet drops it.
_KEPT = 0.5


def click_on(program, name, role=None):
    place = place_of(program, name, role)
    kwin.click(*(_pointed_at(place, program, name) if role == "list item" else place))


def _pointed_at(place, program, row):
    """The row's place once the pointer is on it. A list that sorts the worst app to the top keeps
    its order while the pointer is on it. Without that, a click could hit the row that moved there
    after the query. If the row has moved away, or the query took too long, it points again."""
    for _ in range(5):
        x, y = place
        kwin.hand("mousemove", str(x - 1), str(y), "mousemove", str(x), str(y))
        came = time.monotonic()
        place = place_of(program, row, "list item", at_rest_for=_KEPT)
        if place == (x, y) and time.monotonic() - came < _POINTS:
            break
    return place
