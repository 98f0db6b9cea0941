// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick

/// What is wrong with the daemon itself, in words, and the one thing to do about it.
QtObject {
    id: trouble

    required property var daemon ///< a headroom::client::Daemon

    readonly property string word: daemon.trouble
    readonly property bool present: title.length > 0
    readonly property string title: titles[word] ?? ""
    readonly property string sentence: sentences[word] ?? ""
    /// The button's text; empty: nothing can be done here.
    readonly property string action: actions[word] ?? ""
    readonly property string iconName: icons[word] ?? ""

    readonly property var titles: ({
        stopped: i18nc("@info", "Headroom Is Not Running"),
        failed: i18nc("@info", "Headroom Has Failed"),
        masked: i18nc("@info", "Headroom Is Not Running"),
        missing: i18nc("@info", "Headroom Is Not Installed"),
        older: i18nc("@info", "Headroom Has Been Updated"),
        newer: i18nc("@info", "Headroom Has Been Updated")
    })
    readonly property var sentences: ({
        stopped: i18nc("@info while Headroom is not running",
            "Nothing keeps the active app responsive."),
        failed: i18nc("@info it: Headroom", "It crashed or could not start. No app is paused."),
        masked: i18nc("@info it: Headroom; masked: systemd must not start it; %1 a command",
            "It is masked, so it can't start. To allow it again: %1", daemon.unmaskCommand),
        missing: i18nc("@info headroomd is a program", "Install headroomd to use it."),
        older: i18nc("@info", "The previous version is still running."),
        newer: i18nc("@info this: a widget, or a page in System Settings",
            "This doesn't match the running version.")
    })
    readonly property var actions: ({
        stopped: i18nc("@action:button", "Start Headroom"),
        failed: i18nc("@action:button", "Start Headroom"),
        older: i18nc("@action:button", "Restart Headroom"),
        newer: i18nc("@action:button", "Log Out…")
    })
    readonly property var icons: ({
        stopped: "media-playback-start",
        failed: "media-playback-start",
        older: "view-refresh",
        newer: "system-log-out"
    })

    function end(): void {
        switch (word) {
        case "stopped":
        case "failed":
            daemon.start();
            break;
        case "older":
            daemon.restart();
            break;
        case "newer":
            daemon.logOut();
            break;
        }
    }
}
