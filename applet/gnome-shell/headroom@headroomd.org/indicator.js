// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The icon in the panel, whose shape shows how short the machine is, and its menu. The menu has the
// level with its cause, the apps that are hit and what can be done about each, the last act with
// its reason, and what this machine can't do. Figures are requested only while the menu is open.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import GObject from 'gi://GObject';
import St from 'gi://St';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';
import {pgettext as C_} from 'resource:///org/gnome/shell/extensions/extension.js';

import {AppRows} from './appRows.js';
import {worstMissing} from './capabilities.js';
import {openPreferences} from './openPreferences.js';
import {trouble} from './trouble.js';
import {WantedPage} from './wantedPage.js';
import * as Words from './words.js';

const PERIOD_SECONDS = 2; // the kernel updates its averages that often
const LEVELS_WITH_ICON = ['calm', 'uneasy', 'high', 'critical'];

class HeadroomIndicator extends PanelMenu.Button {
    _init(extension, daemon) {
        super._init(0.5, C_('@info:tooltip', 'Headroom'));
        this._extension = extension;
        this._daemon = daemon;
        this._timer = 0;
        this._wantedPage = new WantedPage();
        this._open = 0; // unanswered calls; a slow daemon gets no new ones before it has answered
        this._icon = new St.Icon({style_class: 'system-status-icon'});
        this.add_child(this._icon);
        this._makeMenu();
        this._listeners = [
            daemon.connect('changed', () => this._update()),
            daemon.connect('acted', (_action, _app, _unit, reason, isNews) =>
                this._acted(reason, isNews))];
        this.menu.connectObject(
            'open-state-changed', (_menu, isOpen) => this._opened(isOpen), this);
        this._update();
    }

    destroy() {
        this._opened(false);
        this._listeners.forEach(id => this._daemon.disconnect(id));
        this._rows.destroy();
        this._wantedPage.destroy();
        super.destroy();
    }

    _makeMenu() {
        this._level = this._line('headroom-level');
        this._cause = this._line('headroom-sentence');
        this._remedy = this.menu.addAction('', () => this._daemon[this._trouble.act](
            sentence => Main.notifyError(this._remedy.label.text, sentence)));
        this._pressure = this._line('headroom-sentence');
        const above = new PopupMenu.PopupSeparatorMenuItem();
        this.menu.addMenuItem(above);
        const apps = new PopupMenu.PopupMenuSection();
        this.menu.addMenuItem(apps);
        this._rows = new AppRows(apps, above, this._daemon);
        this.menu.addMenuItem(new PopupMenu.PopupSeparatorMenuItem());
        this._last = this._line('headroom-sentence');
        this._missing = this.menu.addAction('', () => this._openPreferences('capabilities'),
            'dialog-information-symbolic');
        this._wrap(this._missing, 'headroom-sentence');
        this.menu.addAction(C_('@action opens the preferences', 'Headroom Settings'),
            () => this._openPreferences(''));
    }

    /// A line that can't be activated.
    _line(style) {
        const item = new PopupMenu.PopupMenuItem('',
            {activate: false, hover: false, can_focus: false});
        this._wrap(item, style);
        this.menu.addMenuItem(item);
        return item;
    }

    _wrap(item, style) {
        item.add_style_class_name(style);
        item.label.clutter_text.line_wrap = true;
    }

    _openPreferences(page) {
        this._wantedPage.ask(page);
        openPreferences(this._extension.uuid);
    }

    _say(line, text) {
        line.label.text = text;
        line.visible = text !== '';
    }

    _opened(isOpen) {
        this._daemon.followApps(isOpen);
        if (isOpen) {
            this._askForPast();
            this._look();
            return;
        }
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = 0;
        this._rows.forget();
        this._say(this._pressure, '');
    }

    _look() {
        if (!this._daemon.isThere || this._open > 0)
            return;
        const answered = () => {
            if (--this._open > 0 || !this.menu.isOpen || this._timer)
                return;
            this._timer = GLib.timeout_add_seconds(GLib.PRIORITY_DEFAULT, PERIOD_SECONDS, () => {
                this._timer = 0;
                this._look();
                return GLib.SOURCE_REMOVE;
            });
        };
        const ask = (method, take) => {
            this._open++;
            this._daemon.call(method, null, ([measures]) => {
                if (this.menu.isOpen)
                    take(measures);
                answered();
            }, answered);
        };
        ask('Measure', measures => this._rows.measured(measures));
        ask('MeasureMachine', measures => this._showPressure(measures));
    }

    _showPressure(machine) {
        const share = what => machine[what] && Number.isFinite(machine[what]['some-avg10'])
            ? Words.percent(C_, machine[what]['some-avg10']) : '?';
        const sentence = C_(
            '@info for how much of the last ten seconds something on the machine waited for each; each %s is a share of time',
            'Waited for: CPU %s, disk %s, memory %s');
        this._say(this._pressure, ['cpu', 'io', 'memory'].reduce(
            (text, what) => text.replace('%s', share(what)), sentence));
    }

    _askForPast() {
        this._daemon.call('History', new GLib.Variant('(t)', [0]), ([entries]) => {
            for (const [, , , , , reason, isNews] of entries)
                this._acted(reason, isNews);
            this._update();
        });
    }

    _acted(reason, isNews) {
        if (isNews)
            this._lastAct = reason;
        this._update();
    }

    _update() {
        const {isThere} = this._daemon;
        if (!isThere) {
            this._lastAct = '';
            this._open = 0;
        }
        const word = isThere ? this._daemon.properties.Level : 'unknown';
        const isShort = word !== 'calm' && word !== 'unknown';
        this._icon.gicon = Gio.icon_new_for_string(
            `${this._extension.path}/icons/headroom-${LEVELS_WITH_ICON.includes(word)
                ? word : 'unknown'}-symbolic.svg`);
        this._trouble = trouble(C_, this._daemon.state);
        const title = this._trouble?.title ?? Words.level(C_, word);
        this.accessible_name = !this._trouble
            ? C_('@info:tooltip %s level of pressure, such as Calm', 'Headroom: %s')
                .replace('%s', title)
            : title;
        this._say(this._level, title);
        const {LevelReason: why} = this._daemon.properties;
        const cause = isShort && why ? Words.capitalised(why) : Words.levelSentence(C_, word);
        this._say(this._cause, this._trouble?.sentence ?? (isThere ? cause : ''));
        this._say(this._remedy, this._trouble?.action ?? '');
        this._say(this._last, this._lastAct
            ? C_('@info %s what was done and why', 'Last: %s').replace('%s', () => this._lastAct)
            : '');
        const missing = isThere && worstMissing(this._daemon.properties.Capabilities || {});
        this._say(this._missing, missing ? Words.missing(C_, missing) : '');
        this._rows.update();
        if (this.menu.isOpen && !this._timer)
            this._look(); // a new daemon has appeared while the menu was open
    }
}

export const Indicator = GObject.registerClass(HeadroomIndicator);
