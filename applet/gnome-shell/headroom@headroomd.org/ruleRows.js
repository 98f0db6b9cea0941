// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The rules for single apps: one row for each app with a rule, and a row that adds one.

import Adw from 'gi://Adw';
import Gio from 'gi://Gio';
import Gtk from 'gi://Gtk';

import {pgettext as C_} from 'resource:///org/gnome/Shell/Extensions/js/extensions/prefs.js';

import * as Words from './words.js';

const RULES = ['never', 'normal', 'eager'];
const PREFIX = 'App-';
const SUFFIX = '/Rule';

function nameOf(id) {
    const info = Gio.DesktopAppInfo.new(`${id}.desktop`);
    return Words.name(info ? info.get_display_name() : id, id);
}

function installedApps() {
    return Gio.AppInfo.get_all().filter(info => info.should_show() && info.get_id())
        .map(info => ({
            id: info.get_id().replace(/\.desktop$/, ''),
            name: Words.name(info.get_display_name(), info.get_id())}))
        .sort((one, other) => one.name.localeCompare(other.name));
}

function ruleRow(id, rule, set) {
    const words = [
        C_(
            '@item:inlistbox rule for an application: neither slowed down nor frozen',
            'Never Slow Down or Pause'),
        C_('@item:inlistbox rule for an application', 'Like All Others'),
        C_(
            '@item:inlistbox rule for an application: frozen even if it was in front a moment ago',
            'Pause Sooner Than Others'),
    ];
    const row = new Adw.ComboRow({
        title: nameOf(id),
        subtitle: id,
        use_markup: false,
        model: Gtk.StringList.new(words),
        selected: RULES.indexOf(rule)});
    row.connect('notify::selected', () => set(`${PREFIX}${id}${SUFFIX}`, RULES[row.selected]));
    return row;
}

export class RuleRows {
    /// set(name, value): in the form of SetSetting; an empty value restores the default.
    constructor(page, set) {
        this._set = set;
        this._shown = '';
        this._rows = [];
        this._group = new Adw.PreferencesGroup({
            title: C_('@title:group', 'Rules for Single Apps'),
            description: C_('@info they: the rules',
                'Rules apply whether or not the app is running.'),
        });
        page.add(this._group);
        const adding = new Adw.PreferencesGroup({
            description: C_('@info it: the application to be left alone',
                'The app is neither slowed down nor paused when resources run short.'),
        });
        page.add(adding);
        this._add = this._addRow();
        adding.add(this._add);
    }

    show(settings) {
        this._add.sensitive = settings !== null;
        const rules = Object.entries(settings || {})
            .filter(([name]) => name.startsWith(PREFIX) && name.endsWith(SUFFIX))
            .map(([name, rule]) => [name.slice(PREFIX.length, -SUFFIX.length), rule]).sort();
        const now = JSON.stringify(rules);
        if (now === this._shown)
            return;
        this._shown = now;
        this._rows.forEach(row => this._group.remove(row));
        this._rows = rules.map(([id, rule]) => ruleRow(id, rule, this._set));
        this._rows.forEach(row => this._group.add(row));
    }

    _addRow() {
        const apps = installedApps();
        const row = new Adw.ComboRow({
            title: C_('@label:listbox', 'Never Slow Down or Pause'),
            model: Gtk.StringList.new(apps.map(app => app.name)),
            expression: Gtk.PropertyExpression.new(Gtk.StringObject, null, 'string'),
            enable_search: true,
        });
        const button = new Gtk.Button({
            label: C_('@action:button add a rule for the application', 'Add'),
            valign: Gtk.Align.CENTER});
        button.connect('clicked', () => {
            const app = apps[row.selected];
            if (app)
                this._set(`${PREFIX}${app.id}${SUFFIX}`, 'never');
        });
        row.add_suffix(button);
        return row;
    }
}
