// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Opens the preferences, or brings them in front if they are open. The Extension's own openPreferences() does only the former, and otherwise leaves the service's
// refusal in the journal as a fault of ours. A window that is there is activated without asking the service first: frozen it couldn't answer, and the focus thaws it.

import Gio from 'gi://Gio';
import GLib from 'gi://GLib';
import Shell from 'gi://Shell';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

const SERVICE = 'org.gnome.Shell.Extensions';
const PATH = '/org/gnome/Shell/Extensions';

function bringToFront() {
    const [open] = Shell.AppSystem.get_default().lookup_app(`${SERVICE}.desktop`)?.get_windows() ?? [];
    if (open)
        Main.activateWindow(open);
    return open !== undefined;
}

export function openPreferences(uuid) {
    if (bringToFront())
        return;
    Gio.DBus.session.call(SERVICE, PATH, SERVICE, 'OpenExtensionPrefs', new GLib.Variant('(ssa{sv})', [uuid, '', {}]), null, Gio.DBusCallFlags.NONE, -1, null,
        (bus, result) => {
            try {
                bus.call_finish(result);
            } catch (error) {
                if (!bringToFront()) // it may have been on its way
                    console.warn(`Headroom's preferences can't be opened: ${error.message}`);
            }
        });
}
