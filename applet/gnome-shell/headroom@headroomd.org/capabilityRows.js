// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// What works on this machine, one row each. A missing capability comes with its remedy.

import Adw from 'gi://Adw';
import Gtk from 'gi://Gtk';

import {pgettext as C_} from 'resource:///org/gnome/Shell/Extensions/js/extensions/prefs.js';

import {commandIn, missingFirst} from './capabilities.js';
import * as Words from './words.js';

function capabilityRow({name, available, reason, remedy}) {
    const title = Words.ability(C_, name);
    const advice = remedy && (available
        ? C_('@info %s what to do to have more of something', 'For more: %s')
        : C_('@info %s the one thing to do about something missing', 'To fix it: %s'))
        .replace('%s', () => remedy);
    const subtitle = [Words.capitalised(reason), advice].filter(text => text).join('\n');
    const row = new Adw.ActionRow({use_markup: false, title, subtitle, subtitle_selectable: true});
    row.add_prefix(new Gtk.Image({
        icon_name: available ? 'object-select-symbolic' : 'dialog-warning-symbolic',
        css_classes: [available ? 'success' : 'warning'],
    }));
    // A screen reader can't convey the icon alone. The title takes precedence over a
    // label as long as the row is labelled by it.
    row.reset_relation(Gtk.AccessibleRelation.LABELLED_BY);
    row.update_property([Gtk.AccessibleProperty.LABEL], [Words.verdict(C_, available, title)]);
    const command = commandIn(remedy);
    if (command)
        row.add_suffix(copyButton(row, command));
    return row;
}

function copyButton(row, command) {
    const label = C_('@info:tooltip it goes to the clipboard', 'Copy Command');
    const button = new Gtk.Button({
        icon_name: 'edit-copy-symbolic',
        tooltip_text: label,
        valign: Gtk.Align.CENTER,
        css_classes: ['flat']});
    button.update_property([Gtk.AccessibleProperty.LABEL], [label]);
    button.connect('clicked', () => {
        row.get_clipboard().set(command);
        row.get_root().add_toast(
            new Adw.Toast({title: C_('@info it is in the clipboard', 'Command copied')}));
    });
    return button;
}

export class CapabilityRows {
    constructor(page) {
        this._shown = '';
        this._rows = [];
        this._group = new Adw.PreferencesGroup({
            title: C_('@title', 'What Works on This Computer'),
        });
        page.add(this._group);
    }

    /// capabilities: as on the bus; null: unknown.
    show(capabilities) {
        this._group.visible = capabilities !== null;
        const now = JSON.stringify(capabilities);
        if (now === this._shown)
            return;
        this._shown = now;
        this._rows.forEach(row => this._group.remove(row));
        this._rows = missingFirst(capabilities || {}).map(capabilityRow);
        this._rows.forEach(row => this._group.add(row));
    }
}
