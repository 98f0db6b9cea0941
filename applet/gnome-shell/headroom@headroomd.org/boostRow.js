// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// How much the active app is boosted, as one choice. Each choice stands for a bound or the default
// of both weights. Other weights, which can be set under Limits, are shown as Custom.

import Adw from 'gi://Adw';
import Gtk from 'gi://Gtk';

import {describe, helpButton} from './helpButton.js';

const STEPS = ['min', 'default', 'max'];
const CUSTOM = STEPS.length;

/// Whether an entry of the schema is one of the two weights.
export function isBoost(entry) {
    return entry.name.startsWith('Boost/');
}

export class BoostRow {
    /// entries: of the schema, those for which isBoost(). set(name, value): as SetSetting.
    constructor(C_, entries, set) {
        this._entries = entries;
        this._set = set;
        this._custom = C_(
            '@item:inlistbox how much the active application is boosted', 'Custom');
        this._model = Gtk.StringList.new([
            C_('@item:inlistbox how much the active application is boosted', 'Off'),
            C_('@item:inlistbox how much the active application is boosted', 'Normal'),
            C_('@item:inlistbox how much the active application is boosted', 'Strong'),
        ]);
        this._shown = null;
        this._wanted = null; // chosen, and not yet in the settings
        this._isShowing = false;
        const title = C_('@label:listbox', 'Boost the active app');
        const help = C_(
            '@info what a setting does',
            'How much more CPU and disk time the active app gets than each other app. The others get what it does not use. The weights are under Limits.'
        );
        this.widget = new Adw.ComboRow({title, use_markup: false, model: this._model});
        this.widget.add_suffix(helpButton(C_, title, help));
        describe(this.widget, help);
        this.widget.connect('notify::selected', () => this._chosen(this.widget.selected));
    }

    /// settings: the daemon's, name → text; null: unknown.
    show(settings) {
        this.widget.sensitive = settings !== null;
        if (!settings)
            this._wanted = null; // the daemon that was asked for it is gone
        const step = settings && this._stepOf(settings);
        if (step === null || this._wanted !== null && step !== this._wanted)
            return; // of the two weights, only one is set yet
        this._wanted = null;
        this._shown = step;
        this._isShowing = true; // removing Custom selects its neighbour
        const more = this._model.get_n_items() - CUSTOM;
        if (step === CUSTOM ? more === 0 : more > 0)
            this._model.splice(CUSTOM, more, step === CUSTOM ? [this._custom] : []);
        this.widget.selected = step;
        this._isShowing = false;
    }

    /// The daemon refused a change: what is in force is shown again.
    refused() {
        this._wanted = null;
    }

    _chosen(step) {
        if (this._isShowing || this._shown === null || step === this._shown || step >= CUSTOM)
            return; // the change comes from show(), not from the user
        this._shown = step;
        this._wanted = step;
        this._entries.forEach(entry => this._set(entry.name, String(entry[STEPS[step]])));
    }

    _stepOf(settings) {
        const step = STEPS.findIndex(each => this._entries.every(
            entry => Number(settings[entry.name]) === Number(entry[each])));
        return step < 0 ? CUSTOM : step;
    }
}
