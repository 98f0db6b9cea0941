// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

import * as Main from 'resource:///org/gnome/shell/ui/main.js';
import {Extension} from 'resource:///org/gnome/shell/extensions/extension.js';

import {Daemon} from './daemon.js';
import {Indicator} from './indicator.js';
import {WindowReports} from './windowReports.js';

export default class HeadroomExtension extends Extension {
    enable() {
        this._reports = new WindowReports();
        this._daemon = new Daemon(this.metadata['version-name']);
        this._indicator = new Indicator(this, this._daemon);
        Main.panel.addToStatusArea(this.uuid, this._indicator);
        Main.sessionMode.connectObject('updated', () => this._showUnlessLocked(), this);
        this._showUnlessLocked();
    }

    // Why unlock-dialog is among the session-modes: the app in front stays in front behind the lock
    // screen. Without reports headroomd would know no window and could pause it. While the screen
    // is locked, there is no indicator, and nothing on the lock screen changes.
    disable() {
        Main.sessionMode.disconnectObject(this);
        this._indicator.destroy();
        this._indicator = null;
        this._daemon.destroy();
        this._daemon = null;
        this._reports.destroy();
        this._reports = null;
    }

    _showUnlessLocked() {
        this._indicator.visible = !Main.sessionMode.isLocked;
    }
}
