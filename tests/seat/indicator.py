# SPDX-FileCopyrightText: Headroom contributors
# SPDX-License-Identifier: GPL-2.0-or-later
"""The extension's indicator in GNOME's top bar: what its menu says, and a hand that presses it."""

import json

from seat import gnome
from seat.waiting import Waited, until

INDICATOR = "Main.panel.statusArea['headroom@headroomd.org']"


def lines():
    """What the open menu says, a line each."""
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


def place_of(text):
    """The middle of the menu's item that begins with the text, on the screen; once it has come to rest."""

    def look():
        return gnome.evaluate(
            f"""
            const find = menu => {{
                for (const item of menu._getMenuItems()) {{
                    if (item.label && item.mapped && item.label.text.replace(/[\\u2068\\u2069]/g, '').startsWith({json.dumps(text)}))
                        return item;
                    const found = item._getMenuItems ? find(item) : item.menu && item.menu.isOpen ? find(item.menu) : null;
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
        return place == before and place

    return until(rests, f"{text!r} has come to rest")


def click_on(text):
    """Until it is chosen. What a new line above has pushed away from under the hand is clicked on where it is then, as anybody would."""
    while True:
        place = place_of(text)
        gnome.evaluate(f"""
            const find = menu => menu._getMenuItems().reduce((found, item) => found ?? (item._getMenuItems ? find(item)
                : item.label?.text.replace(/[\\u2068\\u2069]/g, '').startsWith({json.dumps(text)}) && item.mapped ? item
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


def open_menu(first):
    """By a click on the icon; until an app is there whose line begins so."""
    place = gnome.evaluate(
        f"const i = {INDICATOR}; const [x, y] = i.get_transformed_position(); return [x + i.width / 2, y + i.height / 2];"
    )
    gnome.click(*place)
    until(lambda: gnome.evaluate(f"return {INDICATOR}.menu.isOpen;"), "the menu is open")
    until(lambda: any(line.startswith(first) for line in lines()), "the apps are there")


def is_told(capabilities):
    """Has the indicator take these for what the machine can do, as if Headroom had said so."""
    gnome.evaluate(
        f"{INDICATOR}._daemon.properties.Capabilities = {json.dumps(capabilities)}; {INDICATOR}._update();"
    )


def wanted_page():
    """The page of the preferences that is asked for and isn't shown yet."""
    return gnome.evaluate(f"return {INDICATOR}._wantedPage._action.state.unpack();")


def want_page(name):
    gnome.evaluate(f"{INDICATOR}._wantedPage.ask({json.dumps(name)});")


def close_menu():
    gnome.evaluate(f"{INDICATOR}?.menu.close();")
