// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Opens the preferences, or brings them to the front if they are open. openPreferences() does only
// the former: the service refuses while it shows any, also those of another extension. An open
// window is activated without a call to the service, because a frozen service can't answer; the
// focus thaws it.

import Shell from 'gi://Shell';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

const SERVICE = 'org.gnome.Shell.Extensions';

/// Returns false if those of another extension are open. Only their title tells them apart.
export function showPreferences(extension) {
    const open =
        Shell.AppSystem.get_default().lookup_app(`${SERVICE}.desktop`)?.get_windows() ?? [];
    const own = open.find(each => each.get_title() === extension.metadata.name);
    if (own)
        Main.activateWindow(own);
    else if (open.length === 0)
        extension.openPreferences();
    return own !== undefined || open.length === 0;
}
