// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The settings, which are set through the daemon: only the daemon writes headroomrc, knows which
// file takes precedence, and reports what is wrong with a value. The list of settings is in
// settings.json, which is made from settings/headroom.kcfg. The last page shows what works on this
// machine, as the daemon reports it.

import Adw from 'gi://Adw';
import GLib from 'gi://GLib';
import Gtk from 'gi://Gtk';

import {ExtensionPreferences, pgettext as C_}
    from 'resource:///org/gnome/Shell/Extensions/js/extensions/prefs.js';

import {BoostRow, isBoost} from './boostRow.js';
import {CapabilityRows} from './capabilityRows.js';
import {Daemon} from './daemon.js';
import {RuleRows} from './ruleRows.js';
import {settingRow} from './settingRow.js';
import {trouble} from './trouble.js';
import {showWhenWanted} from './wantedPage.js';

function page(window, title, icon) {
    const made = new Adw.PreferencesPage({title, icon_name: icon});
    window.add(made);
    return made;
}

function group(on, title, description = '') {
    const made = new Adw.PreferencesGroup({title, description});
    on.add(made);
    return made;
}

/// Shown on top of a page while something is wrong with the daemon, with a button that ends it.
class TroubleGroup {
    /// description: what the page lacks without a daemon. failed(sentence): nothing was done.
    constructor(on, daemon, description, failed) {
        this._daemon = daemon;
        this._description = description;
        this._act = '';
        this._group = group(on, '');
        this._button = new Gtk.Button({valign: Gtk.Align.CENTER});
        this._button.connect('clicked', () => this._act && daemon[this._act](failed));
        this._group.header_suffix = this._button;
    }

    show() {
        const found = trouble(C_, this._daemon);
        this._group.visible = found !== null;
        if (!found)
            return;
        this._act = found.act;
        this._group.title = found.title;
        this._group.description = [
            found.sentence, this._daemon.isAbsent ? this._description : '',
        ].filter(text => text).join(' ');
        this._button.label = found.action;
        this._button.visible = found.act !== '';
    }
}

export default class HeadroomPreferences extends ExtensionPreferences {
    fillPreferencesWindow(window) {
        // In a smaller window, the titles of the four pages are elided in some languages.
        window.set_default_size(800, 640);
        const daemon = new Daemon(this.metadata['version-name']);
        const pages = this._pages(window, daemon);
        const set = (name, value, then = () => {}) => daemon.call('SetSetting',
            new GLib.Variant('(ss)', [name, value]), then, sentence => {
                window.add_toast(new Adw.Toast({title: sentence, use_markup: false}));
                boost.refused();
                show(); // the value before the refused change
            });
        const schema = this._schema();
        const boost = new BoostRow(C_, schema.filter(isBoost), set);
        pages.Boost.add(boost.widget);
        const rows = schema.map(entry => {
            const row = settingRow(C_, entry, value => set(entry.name, value));
            this._groupFor(pages, entry).add(row.widget);
            return row;
        });
        const rules = new RuleRows(pages.apps, set);
        const capabilities = new CapabilityRows(pages.machine);
        const show = () => {
            const {isThere} = daemon;
            pages.troubles.forEach(each => each.show());
            boost.show(isThere ? daemon.properties.Settings : null);
            rows.forEach(row => row.show(isThere ? daemon.properties.Settings : null));
            rules.show(isThere ? daemon.properties.Settings : null);
            capabilities.show(isThere ? daemon.properties.Capabilities : null);
        };
        daemon.connect('changed', show);
        show();
        showWhenWanted(window, pages.machine);
        window.connect('close-request', () => {
            rows.forEach(row => row.flush());
            daemon.destroy();
            return false;
        });
    }

    _schema() {
        const [, contents] = this.dir.get_child('settings.json').load_contents(null);
        return JSON.parse(new TextDecoder().decode(contents));
    }

    _pages(window, daemon) {
        const behaviour = page(window, C_('@title:tab', 'Behavior'),
            'preferences-system-symbolic');
        const apps = page(window, C_('@title:tab applications', 'Apps'), 'view-app-grid-symbolic');
        const limits = page(window, C_('@title:tab from where on it counts', 'Limits'),
            'power-profile-performance-symbolic');
        const machine = page(window, C_('@title:tab what works on this machine', 'Computer'),
            'computer-symbolic');
        machine.name = 'capabilities';
        const failed = sentence => window.add_toast(
            new Adw.Toast({title: sentence, use_markup: false}));
        const troubles = [behaviour, apps, limits].map(each => new TroubleGroup(each, daemon,
            C_('@info it: Headroom', 'The settings appear when it is running.'), failed));
        troubles.push(new TroubleGroup(machine, daemon,
            C_('@info it: Headroom', 'It checks this computer when it starts.'), failed));
        const first = group(behaviour, ''); // its rows need no title
        return {
            troubles,
            General: first,
            Pressure: first,
            Boost: group(behaviour, C_('@title:group', 'The Active App')),
            Freeze: group(behaviour, C_('@title:group', 'Paused Apps')),
            Memory: group(behaviour, C_('@title:group', 'Hidden Apps')),
            apps,
            limits: group(limits,
                C_('@title:group levels from which pressure counts', 'Shortage Limits'),
                C_('@info', 'Percent of the time that something has to wait.')),
            weights: group(limits, C_('@title:group of CPU and disk weights', 'Weights'),
                C_('@info about weights',
                    'All other apps have 100. The others get what an app does not use.')),
            machine,
        };
    }

    _groupFor(pages, entry) {
        if (isBoost(entry) || entry.name.endsWith('Weight'))
            return pages.weights;
        return entry.kind === 'Number'
            ? pages.limits : pages[entry.name.split('/')[0]] || pages.limits;
    }
}
