// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// A row for one setting, of the widget that suits its type.

import Adw from 'gi://Adw';
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk';

import {describe, helpButton} from './helpButton.js';

const SETTLED_MS = 400; // a spin button's value counts once it hasn't changed for this long

function wordsFor(C_) {
    return new Map([
        ['off', C_(
            '@item:inlistbox what is done when the machine runs short, named in the sentence beside it',
            'Off')],
        ['warn', C_(
            '@item:inlistbox what is done when the machine runs short, named in the sentence beside it',
            'Slow Down')],
        ['freeze', C_(
            '@item:inlistbox what is done when the machine runs short, named in the sentence beside it',
            'Pause')],
        ['relaxed', C_(
            '@item:inlistbox how soon the machine counts as short, named in the sentence beside it',
            'Relaxed')],
        ['normal', C_(
            '@item:inlistbox how soon the machine counts as short, named in the sentence beside it',
            'Normal')],
        ['eager', C_(
            '@item:inlistbox how soon the machine counts as short, named in the sentence beside it',
            'Eager')],
    ]);
}

function toggle(common, chosen) {
    const row = new Adw.SwitchRow(common);
    row.connect('notify::active', () => chosen(String(row.active)));
    return {row, show: value => {
        row.active = value === 'true';
    }};
}

/// Shows the choice in full. A row's own label shrinks in favour of title and subtitle, down to
/// "F…".
export function unshortened() {
    const factory = new Gtk.SignalListItemFactory();
    factory.connect('setup', (_factory, item) => item.set_child(new Gtk.Label({xalign: 1})));
    factory.connect('bind',
        (_factory, item) => item.get_child().set_label(item.get_item().get_string()));
    return factory;
}

function choice(C_, common, words, chosen) {
    const names = wordsFor(C_);
    const row = new Adw.ComboRow({
        ...common,
        model: Gtk.StringList.new(words.map(word => names.get(word) || word))});
    row.list_factory = row.factory; // the list keeps its own rows, which mark the choice
    row.factory = unshortened();
    row.connect('notify::selected',
        () => row.selected < words.length && chosen(words[row.selected]));
    return {row, show: value => {
        const at = words.indexOf(value);
        row.selected = at < 0 ? Gtk.INVALID_LIST_POSITION : at;
    }};
}

const decimals = text => text.split('.')[1]?.length ?? 0;

function number(common, entry, chosen) {
    const digits = entry.kind === 'Number' ? 1 : 0;
    const row = new Adw.SpinRow({
        ...common,
        adjustment: new Gtk.Adjustment({
            lower: entry.min, upper: entry.max, step_increment: 1, page_increment: 10}),
        digits,
        // With its own role, a screen reader finds neither it nor anything in it.
        accessible_role: Gtk.AccessibleRole.LIST_ITEM});
    // The number has the name of its row, which would be all texts in it.
    row.update_property([Gtk.AccessibleProperty.LABEL], [common.title]);
    let settling = 0;
    const settle = () => {
        if (settling)
            GLib.source_remove(settling);
        settling = 0;
    };
    row.connect('notify::value', () => {
        settle();
        settling = GLib.timeout_add(GLib.PRIORITY_DEFAULT, SETTLED_MS, () => {
            settling = 0;
            chosen(String(row.value));
            return GLib.SOURCE_REMOVE;
        });
    });
    return {
        row,
        show: value => {
            // With fewer, flush() would round what was written into the file by hand.
            row.digits = Math.max(digits, decimals(value));
            row.value = Number(value);
            settle();
        },
        flush: () => {
            row.update(); // what was typed and not yet confirmed by Enter or by leaving the row
            const isLate = settling !== 0;
            settle();
            if (isLate)
                chosen(String(row.value));
        },
    };
}

/// The unit of a number, for which its title has no room; may be empty.
function unitOf(C_, {name}) {
    if (name.endsWith('Seconds'))
        return C_('@info unit of the number beside it', 'Seconds');
    if (name.endsWith('Minutes'))
        return C_('@info unit of the number beside it', 'Minutes');
    return name.endsWith('/SlackLow')
        ? C_('@info unit of the number beside it', 'Percent of all memory') : '';
}

/// Returns {widget, show(settings), flush()}. settings: the daemon's, name → text; null: unknown.
/// chosen(text) is called when the user has chosen a value; flush() doesn't wait for further
/// changes.
export function settingRow(C_, entry, chosen) {
    let shown = null;
    const changed = value => {
        if (shown === null || value === shown)
            return; // the change comes from show(), not from the user
        shown = value;
        chosen(value);
    };
    const common = {
        title: C_('@label a setting', entry.label),
        subtitle: unitOf(C_, entry),
        use_markup: false};
    const {row, show, flush = () => {}} = entry.kind === 'Flag'
        ? toggle(common, changed)
        : entry.kind === 'Word'
            ? choice(C_, common, entry.words, changed)
            : number(common, entry, changed);
    const help = C_('@info what a setting does', entry.whatsthis);
    row.add_suffix(helpButton(C_, common.title, help));
    describe(row, help);
    return {
        widget: row,
        flush,
        show: settings => {
            const value = settings && entry.name in settings ? settings[entry.name] : null;
            row.sensitive = value !== null;
            // Anything may have changed. A value that is shown again would replace what the user
            // is typing.
            if (value === shown)
                return;
            shown = value;
            if (value !== null)
                show(value);
        },
    };
}
