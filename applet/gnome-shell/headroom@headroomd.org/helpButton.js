// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// What a setting means, on demand: beside the setting a button, which shows the text.

import Gtk from 'gi://Gtk';

export function helpButton(C_, title, text) {
    const button = new Gtk.MenuButton({
        icon_name: 'help-about-symbolic',
        tooltip_text: C_('@info:tooltip of a button that explains a setting', 'Help'),
        valign: Gtk.Align.CENTER,
        css_classes: ['flat'],
        popover: new Gtk.Popover({
            child: new Gtk.Label({
                label: text, wrap: true, max_width_chars: 44, xalign: 0, focusable: true}),
        }),
    });
    // The inner button is what gets the focus.
    button.get_first_child().update_property([Gtk.AccessibleProperty.LABEL],
        [C_('@info of a button; %s a setting that it explains', 'Help: %s')
            .replace('%s', () => title)]);
    return button;
}

/// The same for a screen reader, as the description of the row. Its subtitle would take precedence.
export function describe(row, text) {
    row.reset_relation(Gtk.AccessibleRelation.DESCRIBED_BY);
    row.update_property([Gtk.AccessibleProperty.DESCRIPTION], [text]);
}
