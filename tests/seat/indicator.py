# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The extension's indicator in GNOME's top bar: the text of its menu, and real clicks on it."""

import contextlib
import json

from seat import gnome
from seat.waiting import Waited, until

INDICATOR = "Main.panel.statusArea['headroom@headroomd.org']"
KNOWN = f"{INDICATOR}._daemon.properties"


def lines():
    """The lines of the open menu."""
    return gnome.evaluate(f"""
        const items = [];
        const walk = menu => {{
            for (const item of menu._getMenuItems()) {{
                if (item.label?.text && item.visible)
                    items.push(item.label.text.replace(/[\\u2068\\u2069]/g, ''));
                else if (item._getMenuItems)
                    walk(item);
                if (item.menu && item.menu.isOpen)
                    walk(item.menu);
            }}
        }};
        walk({INDICATOR}.menu);
        return items;""")


def rows_moved():
    """Whether the rows of apps have moved so lately that they ignore a click."""
    return gnome.evaluate(f"return {INDICATOR}._rows._moves.isRecent;")


def place_of(text):
    """The middle of the menu item that begins with the text, on the screen, once it no longer
    moves."""

    def look():
        return gnome.evaluate(
            f"""
            const find = menu => {{
                for (const item of menu._getMenuItems()) {{
                    if (item.label && item.mapped &&
                        item.label.text.replace(/[\\u2068\\u2069]/g, '')
                            .startsWith({json.dumps(text)}))
                        return item;
                    const found = item._getMenuItems ? find(item)
                        : item.menu && item.menu.isOpen ? find(item.menu) : null;
                    if (found)
                        return found;
                }}
                return null;
            }};
            const item = find({INDICATOR}.menu);
            if (!item)
                return null;
            const [x, y] = item.get_transformed_position();
            const [width, height] = item.get_transformed_size();
            return Number.isFinite(x + y) ? [x + width / 2, y + Math.min(height / 2, 16)] : null;"""
        )

    before = until(look, f"the menu has {text!r}")

    def rests():
        nonlocal before
        place, before = before, look()
        return place == before and not rows_moved() and place

    return until(rests, f"{text!r} no longer moves")


def click_on(text):
    """Clicks until the item is chosen. A new line above may have moved it away from the pointer.
    Then the click is repeated at its new place, as a user would."""
    while True:
        place = place_of(text)
        gnome.evaluate(f"""
            const find = menu => menu._getMenuItems().reduce((found, item) => found ?? (
                item._getMenuItems ? find(item)
                : item.label?.text.replace(/[\\u2068\\u2069]/g, '')
                    .startsWith({json.dumps(text)}) && item.mapped ? item
                : item.menu?.isOpen ? find(item.menu) : null), null);
            const item = find({INDICATOR}.menu);
            global.headroomChosen = false;
            const chosen = () => {{ global.headroomChosen = true; }};
            item.connect('activate', chosen);
            item.menu?.connect('open-state-changed', chosen);""")
        gnome.click(*place)
        try:
            return until(
                lambda: gnome.evaluate("return global.headroomChosen;"),
                f"{text!r} is chosen",
                within=2,
            )
        except Waited:
            if place_of(text) == place:
                raise


def resume_button_of(app):
    """The middle of the button on the app's row, once it no longer moves; None: it has none."""

    def look():
        return gnome.evaluate(f"""
            const rows = [...{INDICATOR}._rows._rows.values()];
            const row = rows.find(each => each.item.label.text.includes({json.dumps(app)}));
            const button = row?._resume;
            if (!button?.mapped)
                return [];
            const [x, y] = button.get_transformed_position();
            const [width, height] = button.get_transformed_size();
            return [x + width / 2, y + height / 2];""")

    before = None

    def rests():
        nonlocal before
        last, before = before, look()
        return last == before and not rows_moved()

    until(rests, f"the row of {app} no longer moves")
    return before or None


def _place_of_icon():
    """Its middle, once the Shell has laid it out and it no longer moves."""
    before = None

    def rests():
        nonlocal before
        last, before = before, gnome.evaluate(
            f"""
            const icon = {INDICATOR};
            const [x, y] = icon?.get_transformed_position() ?? [NaN, NaN];
            return Number.isFinite(x + y) ? [x + icon.width / 2, y + icon.height / 2] : null;"""
        )
        return before if before == last else None

    return until(rests, "the icon is in the panel")


def open_menu(first):
    """Clicks on the icon, and waits until a line of an app begins with `first`."""
    gnome.click(*_place_of_icon())
    until(lambda: gnome.evaluate(f"return {INDICATOR}.menu.isOpen;"), "the menu is open")
    until(lambda: any(line.startswith(first) for line in lines()), "the apps are listed")


def reports(then="", **properties):
    """Gives the indicator these properties, as if Headroom had reported them. None: Headroom is too
    old for that one. `then`: what the Shell runs right after that."""
    code = ""
    for name, value in properties.items():
        content = (
            f"value: {json.dumps(value)}, writable: true, enumerable: true, configurable: true"
        )
        code += (
            f"delete {KNOWN}.{name};"
            if value is None
            else f"Object.defineProperty({KNOWN}, '{name}', {{{content}}});"
        )
    gnome.evaluate(f"{code} {INDICATOR}._update(); {then}")


@contextlib.contextmanager
def reports_alone(*names):
    """Meanwhile, the indicator gets these properties from reports() alone. On a busy machine the
    daemon's own level changes in the middle of a test."""
    gnome.evaluate(f"""
        const names = {json.dumps(names)};
        global.headroomReports = new Proxy({KNOWN}, {{
            set: (all, name, value) => names.includes(name) || Reflect.set(all, name, value),
        }});
        {INDICATOR}._daemon._properties = global.headroomReports;""")
    try:
        yield
    finally:
        gnome.evaluate(f"{INDICATOR}._daemon._askForProperties();")
        until(
            lambda: gnome.evaluate(f"return {KNOWN} !== global.headroomReports;"),
            "the daemon's own are known again",
        )


@contextlib.contextmanager
def calm():
    """Meanwhile the lines above the apps stay. On a busy machine they come, go and wrap with the
    daemon's own level. Then the rows move, and a click on one that has just moved counts as
    none."""
    nothing = {"LevelReason": "", "CulpritSummary": "", "CanFreezeCulprit": False}
    with reports_alone("Level", "Culprit", *nothing):
        reports(Level="calm", Culprit=["", "", "", "", False], **nothing)
        yield


@contextlib.contextmanager
def without_figures():
    """Meanwhile the rows of the open menu have none. Each new one changes the text of a row."""
    rows = f"{INDICATOR}._rows"
    gnome.evaluate(f"{rows}.measured = () => {{}}; {rows}._measures = {{}}; {rows}.update();")
    try:
        yield
    finally:
        gnome.evaluate(f"delete {rows}.measured;")


def is_told(capabilities):
    reports(Capabilities=capabilities)


def wanted_page():
    """The page of the preferences that is requested and not yet shown."""
    return gnome.evaluate(f"return {INDICATOR}._wantedPage._action.state.unpack();")


def want_page(name):
    gnome.evaluate(f"{INDICATOR}._wantedPage.ask({json.dumps(name)});")


def close_menu():
    gnome.evaluate(f"{INDICATOR}?.menu.close();")
