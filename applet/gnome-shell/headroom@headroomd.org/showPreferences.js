// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Opens the preferences, or brings them to the front if they are open. openPreferences() does only
// the former: otherwise the service refuses. An open window is activated without a call to the
// service, because a frozen service can't answer; the focus thaws it.

import Shell from 'gi://Shell';

import * as Main from 'resource:///org/gnome/shell/ui/main.js';

const SERVICE = 'org.gnome.Shell.Extensions';

export function showPreferences(extension) {
    const [open] =
        Shell.AppSystem.get_default().lookup_app(`${SERVICE}.desktop`)?.get_windows() ?? [];
    if (open)
        Main.activateWindow(open);
    else
        extension.openPreferences();
}
