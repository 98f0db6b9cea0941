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
            Layout.fillWidth: true
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
        Controls.ButtonGroup {
            id: responses
        }
        ResponseChoice {
            Kirigami.FormData.label: i18nc("@title:group what to do",
                "When resources run short:")
            choice: 2
            group: responses
            text: i18nc("@option:radio under pressure",
                "Pause the app that causes it, if it is hidden")
            hint: i18nc("@info it: the frozen application",
                "It continues where it left off when you open it, or when memory is free again.")
        }
        ResponseChoice {
            choice: 1
            group: responses
            text: i18nc("@option:radio under pressure", "Slow it down and notify me")
        }
        ResponseChoice {
            choice: 0
            group: responses
            text: i18nc("@option:radio under pressure", "Do nothing")
        }

        Controls.ComboBox {
            id: sensitivity

            Kirigami.FormData.label: i18nc("@label:listbox how soon the machine counts as short",
                "Sensitivity:")
            Accessible.name: i18nc("@label:listbox", "Sensitivity")
            enabled: kcm.settings.response !== 0
            model: [
                i18nc("@item:inlistbox how soon the machine counts as short",
                    "Relaxed: apps may wait twice as long"),
                i18nc("@item:inlistbox how soon the machine counts as short", "Normal"),
                i18nc("@item:inlistbox how soon the machine counts as short",
                    "Eager: apps may wait half as long")
            ]
            currentIndex: kcm.settings.sensitivity
            onActivated: index => kcm.settings.sensitivity = index

            KCM.SettingStateBinding {
                configObject: kcm.settings
                settingName: "Sensitivity"
                extraEnabledConditions: kcm.settings.response !== 0
            }
        }

        Controls.CheckBox {
            objectName: "notifications"
            Kirigami.FormData.label: i18nc("@title:group", "Notifications:")
            text: i18nc("@option:check who: an application",
                "Notify me when an app overloads the computer")
            checked: kcm.settings.notifications
            onToggled: kcm.settings.notifications = checked

            KCM.SettingStateBinding {
                configObject: kcm.settings
                settingName: "Notifications"
            }
        }

        Controls.CheckBox {
            Kirigami.FormData.label: i18nc("@title:group", "Paused apps:")
            text: i18nc("@option:check them: the frozen applications",
                "Move their memory to swap")
            checked: kcm.settings.reclaim
            onToggled: kcm.settings.reclaim = checked

            KCM.SettingStateBinding {
                configObject: kcm.settings
                settingName: "Reclaim"
                extraEnabledConditions: kcm.settings.response === 2
            }
        }

        Controls.CheckBox {
            objectName: "gentleReclaim"
            Kirigami.FormData.label: i18nc("@title:group", "Hidden apps:")
            text: i18nc("@option:check they: the hidden applications",
                "Gradually move unused memory to swap")
            checked: kcm.settings.gentleReclaim
            onToggled: kcm.settings.gentleReclaim = checked

            KCM.SettingStateBinding {
                configObject: kcm.settings
                settingName: "GentleReclaim"
                extraEnabledConditions: kcm.settings.response !== 0
            }
        }
        Explanation {
            text: i18nc("@info about pushing out what hidden applications do not use",
                "Only while the apps do not have to wait for it, and not on battery.")
        }

        Item {
            Kirigami.FormData.isSection: true
        }

        WeightBox {
            Kirigami.FormData.label: i18nc("@label:spinbox weight of the application in front",
                "Active app, CPU:")
            what: i18nc("@label:spinbox", "CPU weight of the active app")
            entry: "CpuWeight"
            value: kcm.settings.cpuWeight
            onChosen: weight => kcm.settings.cpuWeight = weight
        }
        WeightBox {
            Kirigami.FormData.label: i18nc("@label:spinbox weight of the application in front",
                "Active app, disk:")
            what: i18nc("@label:spinbox", "Disk weight of the active app")
            entry: "IoWeight"
            value: kcm.settings.ioWeight
            onChosen: weight => kcm.settings.ioWeight = weight
        }
        WeightBox {
            Kirigami.FormData.label: i18nc(
                "@label:spinbox weight of an application that is slowed down", "Slowed down:")
            what: i18nc("@label:spinbox", "Weight of an app that is slowed down")
            entry: "NapWeight"
            from: 1
            to: 100
            stepSize: 5
            value: kcm.settings.napWeight
            onChosen: weight => kcm.settings.napWeight = weight
        }
        Explanation {
            text: i18nc("@info about weights",
                "All other apps have 100. The others get what an app does not use.")
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
            text: i18nc("@action:button", "Limits and Times…")
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
