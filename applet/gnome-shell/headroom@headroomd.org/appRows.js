// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The apps in the menu, the worst hit first. Each row has one fact, and that of a paused app the
// button that resumes it. It opens to show the rest, and what else can be done about the app.

import Clutter from 'gi://Clutter';
import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Pango from 'gi://Pango';
import Shell from 'gi://Shell';
import St from 'gi://St';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';
import {pgettext as C_} from 'resource:///org/gnome/shell/extensions/extension.js';

import {byHurt, worstWait} from './hurt.js';
import {line, say} from './line.js';
import {Turn} from './remedy.js';
import * as Words from './words.js';

const MOST = 6; // to keep the menu short; headroomctl top lists all apps
const MOST_WITH_PAUSED = 12; // a paused app needs its button, until the menu would be too long

class AppRow {
    /// moves: when the rows have moved (Turn).
    constructor(section, daemon, id, moves) {
        this._daemon = daemon;
        this._id = id;
        this._moves = moves;
        this.item = new PopupMenu.PopupSubMenuMenuItem('', true);
        this.item.label.clutter_text.ellipsize = Pango.EllipsizeMode.END;
        const known = Shell.AppSystem.get_default().lookup_app(`${id}.desktop`);
        this.item.icon.gicon = known
            ? known.get_icon() : Gio.icon_new_for_string('application-x-executable');
        this._makeResume();
        const {menu} = this.item;
        this._facts = line(menu, 'headroom-sentence');
        this._turn = new Turn();
        this._freeze = menu.addAction('', () => this._freezeOrThaw());
        this._close = menu.addAction(
            C_('@action:button ask the application to quit', 'Close'),
            () => this._ask('Close', '(s)', [id]));
        const never = C_(
            '@action:button this application shall never be slowed down or frozen under pressure',
            'Never Slow Down or Pause');
        // An empty value would not override a pattern or the administrator's file.
        this._never = menu.addAction(never, () => this._ask('SetSetting', '(ss)',
            [`App-${id}/Rule`, this._isNever ? 'normal' : 'never']));
        this._measure = menu.addAction('', () => this._ask(
            this._isMeasuring ? 'CancelMeasurement' : 'MeasureNeed', '(s)', [id]));
        const about = C_(
            '@info:tooltip of the button that measures what an application needs',
            'Finds out how much memory this app needs. It usually takes up to 20 minutes. If you use the app meanwhile, there is no result.'
        );
        this._measure.get_accessible().set_description(about);
        section.addMenuItem(this.item);
    }

    /// On the row itself, before its arrow: one click, without opening the row.
    _makeResume() {
        this._resume = new St.Button({
            style_class: 'button headroom-resume',
            label: C_('@action:button let the application go on', 'Resume'),
            can_focus: true,
            y_align: Clutter.ActorAlign.CENTER});
        this._resume.connect('clicked', () => this._ask('Thaw', '(s)', [this._id]));
        this.item.insert_child_at_index(this._resume, this.item.get_n_children() - 1);
        // The keys that move between items skip the widgets inside an item.
        this.item.connect('key-press-event', (item, event) => {
            if (event.get_key_symbol() !== Clutter.KEY_Tab || !item.has_key_focus() ||
                !this._resume.visible)
                return Clutter.EVENT_PROPAGATE;
            this._resume.grab_key_focus();
            return Clutter.EVENT_STOP;
        });
    }

    update(app, measures) {
        this._turn.follow(this._freeze, app.Frozen !== this._isFrozen);
        this._isFrozen = app.Frozen;
        this._isNever = app.Rule === 'never';
        this.name = Words.name(app.Name, this._id);
        const wait = worstWait(measures);
        const words = Words.fact(C_, app, wait);
        const both = C_('@info first the name of an application, then facts about it', '%s: %s');
        this.item.label.text = words
            ? both.replace('%s', () => this.name).replace('%s', () => words) : this.name;
        // An actor that is hidden loses the focus, and the keys then move nothing.
        if (!this._isFrozen && this._resume.has_key_focus())
            this.item.grab_key_focus();
        this._resume.visible = this._isFrozen;
        this._resume.accessible_name = C_('@action:button %s an application', 'Resume %s')
            .replace('%s', () => this.name);
        say(this._facts, Words.facts(C_, app, wait, measures));
        this._freeze.label.text = this._isFrozen
            ? C_('@action:button let the application go on', 'Resume')
            : C_('@action:button stop the application for now', 'Pause');
        // Without a unit of its own, an app can be neither paused nor closed.
        const hasUnit = app.Units.length > 0 || app.Frozen;
        if (this.item.menu.isOpen && hasUnit !== this._freeze.visible)
            this._moves.note(); // another button comes under the pointer
        this._freeze.visible = hasUnit;
        this._close.visible = hasUnit;
        this._never.setOrnament(
            this._isNever ? PopupMenu.Ornament.CHECK : PopupMenu.Ornament.HIDDEN);
        this._updateMeasure(app);
    }

    /// Older daemons can't measure, and it takes a unit of its own.
    _updateMeasure({Measurement, Units}) {
        this._isMeasuring = Measurement?.['under-way'] === true;
        const word = this._isMeasuring
            ? C_('@action:button end the measurement of what the application needs',
                'Cancel Measuring')
            : C_('@action:button find out how much memory the application needs',
                'Measure Needed Memory (up to 20 Minutes)');
        say(this._measure, Measurement && Units.length > 0 ? word : '');
    }

    _freezeOrThaw() {
        if (this._turn.isRecent)
            return;
        if (this._isFrozen)
            this._ask('Thaw', '(s)', [this._id]);
        else
            this._ask('Freeze', '(st)', [this._id, 0]);
    }

    _ask(method, types, values) {
        if (this._moves.isRecent)
            return; // the click was meant for another app
        const {name} = this;
        this._daemon.call(method, new GLib.Variant(types, values), () => {},
            sentence => Main.notifyError(name, sentence));
    }
}

export class AppRows {
    /// above: the separator above the rows. A menu hides a separator that no item follows, but
    /// checks this only when it opens, and then there is no row yet.
    constructor(section, above, daemon) {
        this._section = section;
        this._above = above;
        this._daemon = daemon;
        this._rows = new Map(); // by app id, in the order in which they are shown
        this._measures = null;
        this._moves = new Turn();
        this._top = null; // of the rows, within the menu; null: there was no row
        section.actor.connect('notify::allocation', () => this._placed());
    }

    destroy() {
        this.forget();
    }

    /// The menu was closed: the next time it opens, rows are sorted by new figures.
    forget() {
        this._measures = null;
        this._section.removeAll();
        this._rows.clear();
        this._top = null;
    }

    /// Lines above the rows come, go and wrap while the menu is open.
    _placed() {
        const {y1} = this._section.actor.allocation;
        if (this._top !== null && y1 !== this._top)
            this._moves.note();
        this._top = this._rows.size > 0 ? y1 : null;
    }

    measured(measures) {
        this._measures = measures;
        this.update();
    }

    /// Rows keep their place while the menu is open, so that none moves away under the pointer.
    /// New rows are added at the end.
    update() {
        if (!this._measures)
            return;
        const apps = new Map(byHurt([...this._daemon.apps.values()], this._measures)
            .map(app => [app.Id, app]));
        for (const [id, row] of this._rows) {
            if (apps.has(id))
                continue;
            row.item.destroy();
            this._rows.delete(id);
            this._moves.note();
        }
        for (const [id, app] of apps) {
            if (this._rows.size < (app.Frozen ? MOST_WITH_PAUSED : MOST) && !this._rows.has(id))
                this._rows.set(id, new AppRow(this._section, this._daemon, id, this._moves));
        }
        for (const [id, row] of this._rows)
            row.update(apps.get(id), this._measures[id]);
        this._above.visible = this._rows.size > 0;
    }
}
