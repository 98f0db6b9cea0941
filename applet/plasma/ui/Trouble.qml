// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick

/// What is wrong with the daemon itself, in words, and the one thing to do about it.
QtObject {
    id: trouble

    required property Daemon daemon

    readonly property bool present: daemon.trouble !== Daemon.NoTrouble
    readonly property bool startable: daemon.trouble === Daemon.Stopped
        || daemon.trouble === Daemon.Failed

    readonly property string title: {
        switch (daemon.trouble) {
        case Daemon.Stopped:
            return i18nc("@info", "Headroom Is Not Running");
        case Daemon.Failed:
            return i18nc("@info", "Headroom Has Failed");
        case Daemon.Missing:
            return i18nc("@info", "Headroom Is Not Installed");
        case Daemon.Older:
        case Daemon.Newer:
            return i18nc("@info", "Headroom Has Been Updated");
        }
        return "";
    }
    readonly property string sentence: {
        switch (daemon.trouble) {
        case Daemon.Stopped:
            return i18nc("@info while Headroom is not running",
                "Nothing keeps the active app responsive.");
        case Daemon.Failed:
            return i18nc("@info it: Headroom", "It crashed or could not start. No app is paused.");
        case Daemon.Missing:
            return i18nc("@info headroomd is a package", "This widget needs headroomd.");
        case Daemon.Older:
            return i18nc("@info", "The previous version is still running.");
        case Daemon.Newer:
            return i18nc("@info", "This widget doesn't match the running version.");
        }
        return "";
    }
    /// What the button says; empty: nothing can be done here.
    readonly property string action: {
        switch (daemon.trouble) {
        case Daemon.Older:
            return i18nc("@action:button", "Restart Headroom");
        case Daemon.Newer:
            return i18nc("@action:button", "Log Out…");
        }
        return startable ? i18nc("@action:button", "Start Headroom") : "";
    }
    readonly property string iconName: {
        switch (daemon.trouble) {
        case Daemon.Older:
            return "view-refresh";
        case Daemon.Newer:
            return "system-log-out";
        }
        return "media-playback-start";
    }

    function end(): void {
        if (startable)
            daemon.start();
        else if (daemon.trouble === Daemon.Older)
            daemon.restart();
        else if (daemon.trouble === Daemon.Newer)
            daemon.logOut();
    }
}
