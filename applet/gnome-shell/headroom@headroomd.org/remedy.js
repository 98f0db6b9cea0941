// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The one button at the top of the menu, for what is wrong: with Headroom itself, because it is
// paused, or with the app that makes the computer short. As in the applet
// (applet/client/ui/Situation.qml).

import GLib from 'gi://GLib';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {pgettext as C_} from 'resource:///org/gnome/shell/extensions/extension.js';

import {say} from './line.js';

const NO_CULPRIT = {app: '', summary: '', shortage: '', isPaused: false, canPause: false};
const START = 'media-playback-start-symbolic';
const PAUSE = 'media-playback-pause-symbolic';
const AGAIN = 'view-refresh-symbolic';
const AIMED_US = 500000; // a click that soon after is meant for what was there

/// Older daemons have no culprit, or no summary of what was done to it, or refuse the active app.
function culpritOf({Culprit, CulpritSummary, CanFreezeCulprit, Focused}) {
    const [app, sentence, , shortage, isPaused] = Culprit ?? ['', '', '', '', false];
    return {app, summary: CulpritSummary ?? sentence, shortage, isPaused,
        canPause: CanFreezeCulprit ?? app !== Focused};
}

/// Whether a click means something else than a moment ago, under the pointer or the keyboard.
export class Turn {
    constructor() {
        this._at = -AIMED_US;
    }

    /// Before it is shown. item: the button's. isOpposite: it is about to mean the opposite.
    follow(item, isOpposite) {
        if (item.active && isOpposite)
            this.note();
    }

    /// Something else has come under the pointer.
    note() {
        this._at = GLib.get_monotonic_time();
    }

    get isRecent() {
        return GLib.get_monotonic_time() - this._at < AIMED_US;
    }
}

export class Remedy {
    /// released(): another app can be shown now.
    constructor(menu, daemon, released) {
        this._daemon = daemon;
        this._culprit = NO_CULPRIT;
        this._isLate = false; // whether another app has to wait
        this._turn = new Turn();
        this._item = menu.addAction('', () => this._act(), START);
        this._item.connect('notify::active', () => {
            if (this._isLate && !this._item.active)
                released();
        });
    }

    /// trouble: of the daemon, or null. isResting: Headroom is paused. isShort: the computer is
    /// short of something. Returns the culprit to show. Another app takes its place only while the
    /// button isn't pointed at: the click is meant for the app that was shown.
    follow(trouble, isResting, isShort) {
        this._trouble = trouble;
        this._isResting = isResting;
        const now = isShort ? culpritOf(this._daemon.properties) : NO_CULPRIT;
        this._isLate = this._item.active && now.app !== '' && now.app !== this._culprit.app;
        this._turn.follow(this._item,
            now.app === this._culprit.app && now.isPaused !== this._culprit.isPaused);
        if (!this._isLate)
            this._culprit = now;
        const [word, icon] = this._wanted();
        this._item.setIcon(icon);
        say(this._item, word);
        return this._culprit;
    }

    /// The text of the button and its icon. '': it is not shown.
    _wanted() {
        if (this._trouble)
            return [this._trouble.action, this._trouble.act === 'start' ? START : AGAIN];
        if (this._isResting)
            return [C_('@action:button Headroom acts again', 'Resume Headroom'), START];
        const {app, isPaused, canPause} = this._culprit;
        if (app && isPaused)
            return [C_('@action:button let the application go on', 'Resume'), START];
        return app && canPause
            ? [C_('@action:button stop the application for now', 'Pause'), PAUSE] : ['', START];
    }

    _act() {
        if (this._turn.isRecent)
            return;
        const title = this._item.label.text;
        const failed = sentence => Main.notifyError(title, sentence);
        const ask = (method, types, ...values) =>
            this._daemon.call(method, new GLib.Variant(types, values), () => {}, failed);
        const {app, isPaused} = this._culprit;
        if (this._trouble)
            this._daemon[this._trouble.act](failed);
        else if (this._isResting)
            ask('DisableFor', '(t)', 0);
        else if (isPaused)
            ask('Thaw', '(s)', app);
        else
            ask('Freeze', '(st)', app, 0);
    }
}
