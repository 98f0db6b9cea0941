// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Which app causes the shortage, as the daemon's acts say. Pure.

const SHORT = ['high', 'critical'];
const ENDS = ['wake', 'thaw'];

export class Culprit {
    constructor() {
        this.forget();
    }

    forget() {
        this._app = '';
        this._reason = '';
    }

    /// The sentence that names the app, while something is done to it; '': none is.
    get reason() {
        return this._reason;
    }

    /// In the order of the acts. level: at that time. An app that is frozen while nothing is short
    /// was frozen because the user wanted it.
    acted(action, app, reason, level) {
        if (action === 'nap' || action === 'freeze' && SHORT.includes(level)) {
            this._app = app;
            this._reason = reason;
        } else if (ENDS.includes(action) && app === this._app) {
            this.forget();
        }
    }
}
