// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The icon in the panel, whose shape shows how short the machine is, and its menu: the state, what
// causes it and the one thing to do; then the apps that are hit. Details, what this machine can't
// do, and the rest come below. Figures are requested only while the menu is open.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import GObject from 'gi://GObject';
import St from 'gi://St';

import {formatTime} from 'resource:///org/gnome/shell/misc/dateUtils.js';
import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import * as PanelMenu from 'resource:///org/gnome/shell/ui/panelMenu.js';
import * as PopupMenu from 'resource:///org/gnome/shell/ui/popupMenu.js';
import {pgettext as C_} from 'resource:///org/gnome/shell/extensions/extension.js';

import {AppRows} from './appRows.js';
import {worstMissing} from './capabilities.js';
import {line, say, wrap} from './line.js';
import {Remedy} from './remedy.js';
import {showPreferences} from './showPreferences.js';
import {trouble} from './trouble.js';
import {WantedPage} from './wantedPage.js';
import * as Words from './words.js';

const PERIOD_SECONDS = 2; // the kernel updates its averages that often
const HOUR_US = 3600 * 1000 * 1000;
const LEVELS_WITH_ICON = ['calm', 'uneasy', 'high', 'critical'];

class HeadroomIndicator extends PanelMenu.Button {
    _init(extension, daemon) {
        super._init(0.5, C_('@info:tooltip', 'Headroom'));
        this._extension = extension;
        this._daemon = daemon;
        this._timer = 0;
        this._wantedPage = new WantedPage();
        this._open = 0; // unanswered calls; a slow daemon gets no new ones before it has answered
        this._knowsPast = false; // of this daemon; later acts are reported
        this._icon = new St.Icon({style_class: 'system-status-icon'});
        this.add_child(this._icon);
        this._makeMenu();
        this._listeners = [
            daemon.connect('changed', () => this._update()),
            daemon.connect('acted', (_action, _app, _unit, reason, isNews) => {
                if (isNews)
                    this._lastAct = reason;
                this._update();
            })];
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
        this._level = line(this.menu, 'headroom-level');
        this._cause = line(this.menu, 'headroom-sentence');
        this._blamed = line(this.menu, 'headroom-sentence');
        this._remedy = new Remedy(this.menu, this._daemon, () => this._update());
        const above = new PopupMenu.PopupSeparatorMenuItem();
        this.menu.addMenuItem(above);
        const apps = new PopupMenu.PopupMenuSection();
        this.menu.addMenuItem(apps);
        this._rows = new AppRows(apps, above, this._daemon);
        this._resumeAll = this.menu.addAction(
            C_('@action:button every paused application', 'Resume All'),
            () => this._ask(this._resumeAll, 'ThawAll', null));
        this.menu.addMenuItem(new PopupMenu.PopupSeparatorMenuItem());
        this._details = new PopupMenu.PopupSubMenuMenuItem(
            C_('@action shows more about the state of the machine', 'Details'));
        this.menu.addMenuItem(this._details);
        this._pressure = line(this._details.menu, 'headroom-sentence');
        this._last = line(this._details.menu, 'headroom-sentence');
        this._missing = this.menu.addAction('', () => this._openPreferences('capabilities'),
            'dialog-information-symbolic');
        wrap(this._missing, 'headroom-sentence');
        this._pause = this.menu.addAction(
            C_('@action:button nothing is done to any application', 'Pause Headroom for an Hour'),
            () => this._ask(this._pause, 'DisableFor', new GLib.Variant('(t)', [HOUR_US])));
        this.menu.addAction(C_('@action opens the preferences', 'Headroom Settings'),
            () => this._openPreferences(''));
    }

    _ask(item, method, parameters) {
        const title = item.label.text;
        this._daemon.call(method, parameters, () => {},
            sentence => Main.notifyError(title, sentence));
    }

    _openPreferences(page) {
        this._wantedPage.ask(page);
        if (showPreferences(this._extension))
            return;
        this._wantedPage.ask(''); // else they would show it when they are opened later
        Main.notify(this._extension.metadata.name,
            C_("@info why Headroom's preferences can't be opened now",
                'Close the settings of the other extension first.'));
    }

    _opened(isOpen) {
        this._daemon.followApps(isOpen);
        if (isOpen) {
            if (!this._knowsPast)
                this._askForPast();
            this._look();
            return;
        }
        if (this._timer)
            GLib.source_remove(this._timer);
        this._timer = 0;
        this._rows.forget();
        say(this._pressure, '');
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
        ask('Measure', measures => this._keepingFocus(() => this._rows.measured(measures)));
        ask('MeasureMachine', measures => this._showPressure(measures));
    }

    _showPressure(machine) {
        const share = what => machine[what] && Number.isFinite(machine[what]['some-avg10'])
            ? Words.percent(C_, machine[what]['some-avg10']) : '?';
        const sentence = C_(
            '@info for how much of the last ten seconds something on the machine waited for each; each %s is a share of time',
            'Whole computer waited for: CPU %s, disk %s, memory %s');
        say(this._pressure, ['cpu', 'io', 'memory'].reduce(
            (text, what) => text.replace('%s', share(what)), sentence));
    }

    /// It can be a megabyte, which the shell unpacks between two frames: once is enough.
    _askForPast() {
        this._daemon.call('History', new GLib.Variant('(t)', [0]), ([entries]) => {
            this._knowsPast = true;
            for (const [, , , , , reason, isNews] of entries) {
                if (isNews)
                    this._lastAct = reason;
            }
            this._update();
        });
    }

    /// When Headroom acts again, as a time of day; '': it acts now.
    _pausedUntil() {
        const until = Number(this._daemon.properties.DisabledUntil ?? 0) / 1000;
        return until > Date.now() ? formatTime(new Date(until), {timeOnly: true}) : '';
    }

    _hasFocus() {
        const focus = global.stage.get_key_focus();
        return this.menu.isOpen && focus !== null && this.menu.actor.contains(focus);
    }

    /// An item that is hidden or gone loses the focus, and the keys then move nothing.
    _keepingFocus(change) {
        const had = this._hasFocus();
        change();
        if (had && !this._hasFocus())
            this.menu.box.navigate_focus(null, St.DirectionType.TAB_FORWARD, false);
    }

    _update() {
        this._keepingFocus(() => this._showAll());
        if (this.menu.isOpen && !this._timer)
            this._look(); // a new daemon has appeared while the menu was open
    }

    _showAll() {
        const {isThere, properties} = this._daemon;
        if (!isThere) {
            this._lastAct = '';
            this._knowsPast = false;
            this._open = 0;
        }
        this._trouble = trouble(C_, this._daemon);
        const until = this._pausedUntil();
        this._showState(isThere && !until ? properties.Level : 'unknown', until);
        this._pause.visible = isThere && 'DisabledUntil' in properties && !until;
        this._details.visible = isThere;
        say(this._last, this._lastAct
            ? C_('@info %s what was done and why', 'Last: %s').replace('%s', () => this._lastAct)
            : '');
        const missing = isThere && worstMissing(properties.Capabilities || {});
        say(this._missing, missing ? Words.inability(C_, missing.name) : '');
        this._resumeAll.visible =
            [...this._daemon.apps.values()].filter(app => app.Frozen).length > 1;
        this._rows.update();
    }

    /// The icon, and the first lines: the state, and what causes it. until: as _pausedUntil().
    _showState(word, until) {
        this._icon.gicon = Gio.icon_new_for_string(
            `${this._extension.path}/icons/headroom-${LEVELS_WITH_ICON.includes(word)
                ? word : 'unknown'}-symbolic.svg`);
        const title = this._trouble?.title ?? (until
            ? C_('@title Headroom does nothing until then; %s a time of day', 'Paused until %s')
                .replace('%s', until)
            : Words.level(C_, word));
        say(this._level, title);
        const isShort = word !== 'calm' && word !== 'unknown' && !this._trouble;
        const culprit = this._remedy.follow(this._trouble, until !== '', isShort);
        // What is short now may be something else, because the act has taken effect.
        const why = culprit.app ? culprit.shortage : this._daemon.properties.LevelReason;
        const cause = isShort && why ? Words.capitalised(why) : Words.levelSentence(C_, word);
        say(this._cause, this._trouble?.sentence ?? (this._daemon.isThere && !until ? cause : ''));
        const blamed = Words.capitalised(culprit.summary);
        say(this._blamed, blamed);
        this.accessible_name = this._named(title, blamed);
    }

    /// What a screen reader says of the button in the top bar.
    _named(title, blamed) {
        if (this._trouble)
            return title;
        const level = C_('@info:tooltip %s level of pressure, such as Calm', 'Headroom: %s')
            .replace('%s', title);
        return blamed
            ? C_('@info first Headroom and its level of pressure, then what was done about it',
                '%s. %s').replace('%s', level).replace('%s', () => blamed)
            : level;
    }
}

export const Indicator = GObject.registerClass(HeadroomIndicator);
