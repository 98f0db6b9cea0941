// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import org.kde.kirigami as Kirigami

/// What is wrong with the daemon itself, with a button that ends it.
Kirigami.InlineMessage {
    id: message

    required property string trouble ///< as in HeadroomPage; empty: nothing is wrong

    readonly property var titles: ({
        stopped: i18nc("@info", "Headroom Is Not Running"),
        failed: i18nc("@info", "Headroom Has Failed"),
        missing: i18nc("@info", "Headroom Is Not Installed"),
        older: i18nc("@info", "Headroom Has Been Updated"),
        newer: i18nc("@info", "Headroom Has Been Updated")
    })
    readonly property var sentences: ({
        stopped: i18nc("@info it: Headroom", "Changes take effect when it starts."),
        failed: i18nc("@info it: Headroom", "It crashed or could not start. No app is paused."),
        missing: i18nc("@info headroomd is a package", "This page needs headroomd."),
        older: i18nc("@info", "The previous version is still running."),
        newer: i18nc("@info", "This page doesn't match the running version.")
    })
    readonly property string sentence: trouble in titles
        ? titles[trouble] + "\n" + sentences[trouble]
        : ""

    signal startWanted
    signal restartWanted
    signal logOutWanted

    position: Kirigami.InlineMessage.Position.Header
    type: trouble === "failed" ? Kirigami.MessageType.Error : Kirigami.MessageType.Warning
    visible: sentence.length > 0
    text: sentence.replace(/&/g, "&amp;").replace(/</g, "&lt;")
    actions: [
        Kirigami.Action {
            visible: message.trouble === "stopped" || message.trouble === "failed"
            icon.name: "media-playback-start"
            text: i18nc("@action:button", "Start Headroom")
            onTriggered: message.startWanted()
        },
        Kirigami.Action {
            visible: message.trouble === "older"
            icon.name: "view-refresh"
            text: i18nc("@action:button", "Restart Headroom")
            onTriggered: message.restartWanted()
        },
        Kirigami.Action {
            visible: message.trouble === "newer"
            icon.name: "system-log-out"
            text: i18nc("@action:button", "Log Out…")
            onTriggered: message.logOutWanted()
        }
    ]
}
