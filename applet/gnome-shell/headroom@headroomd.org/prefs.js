// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// What can be chosen, set through the daemon: it alone writes headroomrc, knows which file's word counts, and says what is wrong with a value. What there is
// to choose is in settings.json, made from applet/kcm/headroom.kcfg.

import Adw from 'gi://Adw';
import GLib from 'gi://GLib';

import {ExtensionPreferences, gettext as _} from 'resource:///org/gnome/Shell/Extensions/js/extensions/prefs.js';

import {Daemon} from './daemon.js';
import {RuleRows} from './ruleRows.js';
import {settingRow} from './settingRow.js';

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

export default class HeadroomPreferences extends ExtensionPreferences {
    fillPreferencesWindow(window) {
        const daemon = new Daemon();
        const pages = this._pages(window);
        const set = (name, value) => daemon.call('SetSetting', new GLib.Variant('(ss)', [name, value]), () => {}, sentence => {
            window.add_toast(new Adw.Toast({title: sentence, use_markup: false}));
            show(); // what was there before
        });
        const rows = this._schema().map(entry => {
            const row = settingRow(_, entry, value => set(entry.name, value));
            this._groupFor(pages, entry).add(row.widget);
            return row;
        });
        const rules = new RuleRows(pages.apps, set);
        const show = () => {
            const {isThere} = daemon;
            pages.absent.forEach(each => {
                each.visible = !isThere;
            });
            rows.forEach(row => row.show(isThere ? daemon.properties.Settings : null));
            rules.show(isThere ? daemon.properties.Settings : null);
        };
        daemon.connect('changed', show);
        show();
        window.connect('close-request', () => {
            daemon.destroy();
            return false;
        });
    }

    _schema() {
        const [, contents] = this.dir.get_child('settings.json').load_contents(null);
        return JSON.parse(new TextDecoder().decode(contents));
    }

    _pages(window) {
        const behaviour = page(window, _('Behaviour'), 'preferences-system-symbolic');
        const apps = page(window, _('Apps'), 'view-app-grid-symbolic');
        const limits = page(window, _('Limits'), 'power-profile-performance-symbolic');
        const absent = [behaviour, apps, limits].map(each => group(each, _('Headroom Is Not Running'), _('What can be chosen is shown once it runs.')));
        return {
            absent,
            General: group(behaviour, _('Notifications')),
            Pressure: group(behaviour, _('When the Machine Runs Short')),
            Boost: group(behaviour, _('The App in Front')),
            Freeze: group(behaviour, _('Frozen Apps')),
            Memory: group(behaviour, _('Hidden Apps')),
            apps,
            // Translators: of the levels from which pressure counts.
            limits: group(limits, _('What Counts as Short'), _('Percent of the time that something has to wait.')),
        };
    }

    _groupFor(pages, entry) {
        return entry.kind === 'Number' ? pages.limits : pages[entry.name.split('/')[0]] || pages.limits;
    }
}
