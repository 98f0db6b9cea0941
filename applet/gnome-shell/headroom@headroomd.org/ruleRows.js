// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The rules for single apps: one row for each app with a rule, and a row that adds one.

import Adw from 'gi://Adw';
import Gio from 'gi://Gio';
import GioUnix from 'gi://GioUnix';
import Gtk from 'gi://Gtk';

import {pgettext as C_} from 'resource:///org/gnome/Shell/Extensions/js/extensions/prefs.js';

import {helpButton} from './helpButton.js';
import {unshortened} from './settingRow.js';
import * as Words from './words.js';

const RULES = ['never', 'normal', 'eager', 'foreground'];
const PATTERN = /^[^/\p{C}]*\*[^/\p{C}]*$/u; // a "*", and nothing that no ID has
const EXAMPLE = 'steam_app_*';
const PREFIX = 'App-';
const SUFFIX = '/Rule';

function nameOf(id) {
    const info = GioUnix.DesktopAppInfo.new(`${id}.desktop`);
    return Words.name(info ? info.get_display_name() : id, id);
}

function installedApps() {
    return Gio.AppInfo.get_all().filter(info => info.should_show() && info.get_id())
        .map(info => ({
            id: info.get_id().replace(/\.desktop$/, ''),
            name: Words.name(info.get_display_name(), info.get_id())}))
        .sort((one, other) => one.name.localeCompare(other.name));
}

const settingOf = id => `${PREFIX}${id}${SUFFIX}`;

function words() {
    return [
        C_(
            '@item:inlistbox rule for an application: neither slowed down nor frozen',
            'Never Slow Down or Pause'),
        C_('@item:inlistbox rule for an application', 'Like All Others'),
        C_(
            '@item:inlistbox rule for an application: frozen even if it was in front a moment ago',
            'Pause Sooner Than Others'),
        C_(
            '@item:inlistbox rule for an application: as if it had the focus all the time',
            'Always Treat as the Active App'),
    ];
}

/// The row of an app, or of a pattern, that has a rule.
class RuleRow {
    /// set: as for RuleRows. remove(): the button was clicked.
    constructor(id, set, remove) {
        this._shown = null;
        this.widget = new Adw.ComboRow({
            title: nameOf(id),
            subtitle: id,
            use_markup: false,
            model: Gtk.StringList.new(words())});
        this.widget.list_factory = this.widget.factory; // its own rows, which mark the choice
        this.widget.factory = unshortened();
        this.widget.connect('notify::selected', () => {
            const rule = RULES[this.widget.selected];
            if (!rule || rule === this._shown)
                return; // the change comes from show(), not from the user
            this._shown = rule;
            set(settingOf(id), rule);
        });
        const button = new Gtk.Button({
            icon_name: 'user-trash-symbolic',
            tooltip_text: C_('@info:tooltip', 'Remove Rule'),
            valign: Gtk.Align.CENTER,
            css_classes: ['flat']});
        button.update_property([Gtk.AccessibleProperty.LABEL],
            [C_('@info of a button; %s an application', 'Remove rule for %s')
                .replace('%s', () => this.widget.title)]);
        button.connect('clicked', remove);
        this.widget.add_suffix(button);
    }

    show(rule) {
        if (rule === this._shown)
            return;
        this._shown = rule;
        const at = RULES.indexOf(rule);
        this.widget.selected = at < 0 ? Gtk.INVALID_LIST_POSITION : at;
    }
}

export class RuleRows {
    /// set(name, value, then): in the form of SetSetting; an empty value restores the default.
    /// then(): the setting has been set.
    constructor(page, set) {
        this._set = set;
        this._rules = new Map(); // in force, by app id
        this._rows = new Map(); // by app id
        const title = C_('@title:group', 'Rules for Apps');
        this._group = new Adw.PreferencesGroup({
            title,
            header_suffix: helpButton(C_, title, C_('@info they: the rules',
                'Rules apply whether or not the app is running.')),
        });
        page.add(this._group);
        const adding = new Adw.PreferencesGroup();
        page.add(adding);
        this._add = this._addRow();
        adding.add(this._add);
        this._addPattern = this._addPatternRow();
        adding.add(this._addPattern);
    }

    /// Rows stay, and are changed where they are: a new row would not have the keyboard's focus.
    show(settings) {
        this._add.sensitive = settings !== null;
        this._addPattern.sensitive = settings !== null;
        this._rules = new Map(Object.entries(settings || {})
            .filter(([name]) => name.startsWith(PREFIX) && name.endsWith(SUFFIX))
            .map(([name, rule]) => [name.slice(PREFIX.length, -SUFFIX.length), rule]).sort());
        for (const [id, row] of this._rows) {
            if (this._rules.has(id))
                continue;
            this._group.remove(row.widget);
            this._rows.delete(id);
        }
        for (const [id, rule] of this._rules) {
            if (!this._rows.has(id)) {
                const row = new RuleRow(id, this._set, () => this._remove(id));
                this._rows.set(id, row);
                this._group.add(row.widget);
            }
            this._rows.get(id).show(rule);
        }
    }

    /// An administrator's file may have the same rule. Then only "normal" takes it back.
    _remove(id) {
        const before = this._rules.get(id);
        this._set(settingOf(id), '', () => {
            if (this._rules.get(id) === before)
                this._set(settingOf(id), 'normal');
        });
    }

    /// One rule for many apps, such as all games of Steam.
    _addPatternRow() {
        const row = new Adw.EntryRow({
            title: C_('@label:textbox %s an example of a pattern',
                'All Apps Whose ID Matches, Such as %s').replace('%s', () => EXAMPLE),
            use_markup: false,
            show_apply_button: true});
        row.connect('changed', () => row.remove_css_class('error'));
        row.connect('apply', () => {
            const pattern = row.text.trim(); // no ID has a space at its end
            if (!PATTERN.test(pattern)) {
                row.add_css_class('error');
                return;
            }
            this._set(settingOf(pattern), 'never');
            row.text = '';
        });
        return row;
    }

    /// No app is chosen until the user has chosen one: the first in the list is only a prompt.
    _addRow() {
        const apps = installedApps();
        const title = C_('@label:listbox', 'Never Slow Down or Pause');
        const row = new Adw.ComboRow({
            title,
            model: Gtk.StringList.new([
                C_('@item:inlistbox prompt, while none is chosen', 'Choose an App'),
                ...apps.map(app => app.name)]),
            expression: Gtk.PropertyExpression.new(Gtk.StringObject, null, 'string'),
            enable_search: true,
            // Each name begins with an invisible character (words.js), so no prefix would match.
            search_match_mode: Gtk.StringFilterMatchMode.SUBSTRING,
        });
        const button = new Gtk.Button({
            label: C_('@action:button add a rule for the application', 'Add'),
            valign: Gtk.Align.CENTER,
            sensitive: false});
        row.connect('notify::selected', () => {
            button.sensitive = row.selected > 0 && row.selected <= apps.length;
        });
        button.connect('clicked', () => {
            this._set(settingOf(apps[row.selected - 1].id), 'never');
            row.selected = 0;
        });
        row.add_suffix(button);
        row.add_suffix(helpButton(C_, title, C_('@info it: the application to be exempt',
            'The app is neither slowed down nor paused when resources run short.')));
        return row;
    }
}
