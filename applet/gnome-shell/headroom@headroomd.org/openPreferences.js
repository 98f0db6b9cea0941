// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Opens the preferences, or brings them to the front if they are open. The Extension's own
// openPreferences() does only the former: otherwise the service refuses, and the refusal is logged
// as an error of this extension. An open window is activated without a call to the service, because
// a frozen service can't answer; the focus thaws it.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

const SERVICE = 'org.gnome.Shell.Extensions';
const PATH = '/org/gnome/Shell/Extensions';

function bringToFront() {
    const [open] =
        Shell.AppSystem.get_default().lookup_app(`${SERVICE}.desktop`)?.get_windows() ?? [];
    if (open)
        Main.activateWindow(open);
    return open !== undefined;
}

export function openPreferences(uuid) {
    if (bringToFront())
        return;
    Gio.DBus.session.call(SERVICE, PATH, SERVICE, 'OpenExtensionPrefs',
        new GLib.Variant('(ssa{sv})', [uuid, '', {}]), null, Gio.DBusCallFlags.NONE, -1, null,
        (bus, result) => {
            try {
                bus.call_finish(result);
            } catch (error) {
                if (!bringToFront()) // the window may have been about to open
                    console.warn(`Headroom's preferences can't be opened: ${error.message}`);
            }
        });
}
