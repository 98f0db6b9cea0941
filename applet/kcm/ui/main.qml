// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

KCM.SimpleKCM {
    id: page

    readonly property var missing: kcm.daemon.capabilities.filter(each => !each.available)

    implicitWidth: Kirigami.Units.gridUnit * 38
    implicitHeight: Kirigami.Units.gridUnit * 35

    header: ColumnLayout {
        spacing: 0

        TroubleMessage {
            id: messages

            Layout.fillWidth: true
        }
        StatusRow {
            Layout.fillWidth: true
            Layout.margins: Kirigami.Units.largeSpacing
            onUsed: messages.hideRefusal()
        }
        Kirigami.InlineMessage {
            objectName: "missing"
            Layout.fillWidth: true
            position: Kirigami.InlineMessage.Position.Header
            type: Kirigami.MessageType.Information
            visible: page.missing.length > 0
            text: i18ncp("@info %1 number of things that Headroom could do",
                "One feature is unavailable on this computer.",
                "%1 features are unavailable on this computer.",
                page.missing.length)
            actions: Kirigami.Action {
                icon.name: "help-hint"
                text: i18nc("@action:button", "How to Fix…")
                onTriggered: kcm.push("Capabilities.qml")
            }
        }
    }

    Kirigami.FormLayout {
        ChoiceBox {
            Kirigami.FormData.label: i18nc("@label:listbox what to do", "When resources run short:")
            entry: "Response"
            words: [
                i18nc("@item:inlistbox what is done when the machine runs short", "Off"),
                i18nc("@item:inlistbox what is done when the machine runs short", "Slow down"),
                i18nc("@item:inlistbox what is done when the machine runs short", "Pause")
            ]
        }
        ChoiceBox {
            Kirigami.FormData.label: i18nc("@label:listbox how soon the machine counts as short",
                "Sensitivity:")
            entry: "Sensitivity"
            counts: kcm.settings.response !== 0
            words: [
                i18nc("@item:inlistbox how soon the machine counts as short", "Relaxed"),
                i18nc("@item:inlistbox how soon the machine counts as short", "Normal"),
                i18nc("@item:inlistbox how soon the machine counts as short", "Eager")
            ]
        }
        BoostBox {
            Kirigami.FormData.label: i18nc("@label:listbox", "Boost the active app:")
        }
        FlagBox {
            entry: "Notifications"
        }
        FlagBox {
            entry: "Reclaim"
            counts: kcm.settings.response === 2
        }
        FlagBox {
            entry: "GentleReclaim"
            counts: kcm.settings.response !== 0
        }

        Item {
            Kirigami.FormData.isSection: true
        }

        Controls.Button {
            objectName: "rules"
            Kirigami.FormData.label: i18nc("@title:group", "More:")
            icon.name: "applications-all"
            text: i18nc("@action:button", "Rules for Apps…")
            onClicked: kcm.push("Rules.qml")
        }
        Controls.Button {
            objectName: "limits"
            icon.name: "configure"
            text: i18nc("@action:button", "Limits…")
            onClicked: kcm.push("Limits.qml")
        }
        Controls.Button {
            objectName: "capabilities"
            icon.name: "help-hint"
            text: i18nc("@action:button", "What Works on This Computer…")
            onClicked: kcm.push("Capabilities.qml")
        }
    }
}
