// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Lines of text in a menu. They can't be activated, but can have the focus, since a screen reader
// reads the focused item.

import Atk from 'gi://Atk';
import Pango from 'gi://Pango';

import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';

export function wrap(item, style) {
    item.add_style_class_name(style);
    item.label.clutter_text.line_wrap = true;
    // St.Label's default, END, cuts a text of two lines to one where a font is a pixel higher.
    item.label.clutter_text.ellipsize = Pango.EllipsizeMode.NONE;
}

export function line(menu, style) {
    const item = new PopupMenu.PopupMenuItem('', {activate: false, hover: false});
    item.accessible_role = Atk.Role.LABEL;
    wrap(item, style);
    menu.addMenuItem(item);
    return item;
}

/// An item without text is hidden.
export function say(item, text) {
    item.label.text = text;
    item.visible = text !== '';
}
