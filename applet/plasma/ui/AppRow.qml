// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// One app: its name, state and figures. When opened, also the reason and what can be done.
PlasmaComponents.ItemDelegate {
    id: row

    required property string appId
    required property string name
    required property string iconName
    required property string appState ///< "running", "napped", "freezing", "frozen", or newer
    required property bool focused
    required property bool ownUnit
    required property int windows
    required property string rule ///< "never", "normal", "eager"
    required property string reason
    required property var memory ///< undefined: unknown, as for the next ones
    required property var memoryNeeded
    required property var swap
    required property var stalled
    required property string stalledFor

    property bool open: false

    readonly property bool isFrozen: appState === "frozen" || appState === "freezing"
    readonly property string facts: words.facts(row).join(i18nc("between facts in a list", " · "))

    signal freezeWanted
    signal thawWanted
    signal closeWanted
    signal ruleWanted(rule: string)
    signal openingWanted ///< the user wants to open or close the row

    leftPadding: Kirigami.Units.largeSpacing
    rightPadding: Kirigami.Units.largeSpacing
    Accessible.role: Accessible.ListItem
    Accessible.name: facts.length > 0
        ? i18nc("@info %1 name of an application, %2 facts about it", "%1: %2",
            words.isolated(name), facts)
        : name
    Accessible.onPressAction: openingWanted()
    onClicked: openingWanted()
    Keys.onReturnPressed: openingWanted()
    Keys.onEnterPressed: openingWanted()
    Keys.onEscapePressed: event => {
        event.accepted = open;
        if (open)
            openingWanted();
    }

    AppRowWords {
        id: words
    }

    contentItem: ColumnLayout {
        spacing: Kirigami.Units.smallSpacing

        RowLayout {
            Layout.fillWidth: true
            spacing: Kirigami.Units.largeSpacing

            Kirigami.Icon {
                Layout.preferredWidth: Kirigami.Units.iconSizes.medium
                Layout.preferredHeight: Kirigami.Units.iconSizes.medium
                source: row.iconName
                fallback: "application-x-executable"
                opacity: row.isFrozen ? 0.5 : 1
            }

            ColumnLayout {
                Layout.fillWidth: true
                spacing: 0

                PlasmaComponents.Label {
                    objectName: "name"
                    Layout.fillWidth: true
                    text: row.name
                    textFormat: Text.PlainText
                    elide: Text.ElideRight
                    maximumLineCount: 1
                    font.bold: row.focused
                }
                PlasmaComponents.Label {
                    objectName: "facts"
                    Layout.fillWidth: true
                    text: row.facts
                    textFormat: Text.PlainText
                    elide: Text.ElideRight
                    maximumLineCount: 1
                    font: Kirigami.Theme.smallFont
                    opacity: 0.75
                    visible: text.length > 0
                }
            }

            Kirigami.Icon {
                Layout.preferredWidth: Kirigami.Units.iconSizes.small
                Layout.preferredHeight: Kirigami.Units.iconSizes.small
                source: row.open ? "collapse" : "expand"
            }
        }

        Loader {
            Layout.fillWidth: true
            active: row.open
            visible: active
            sourceComponent: details
        }
    }

    Component {
        id: details

        ColumnLayout {
            spacing: Kirigami.Units.smallSpacing

            PlasmaComponents.Label {
                Layout.fillWidth: true
                text: row.reason.length > 0
                    ? row.reason
                    : i18nc("@info it: the application",
                        "Headroom has done nothing to this app yet.")
                textFormat: Text.PlainText
                wrapMode: Text.Wrap
                font: Kirigami.Theme.smallFont
            }

            Flow {
                Layout.fillWidth: true
                spacing: Kirigami.Units.smallSpacing

                PlasmaComponents.Button {
                    objectName: "freeze"
                    visible: row.ownUnit || row.isFrozen
                    text: row.isFrozen
                        ? i18nc("@action:button let the application go on", "Resume")
                        : i18nc("@action:button stop the application for now", "Pause")
                    icon.name: row.isFrozen ? "media-playback-start" : "media-playback-pause"
                    onClicked: row.isFrozen ? row.thawWanted() : row.freezeWanted()
                }
                PlasmaComponents.Button {
                    objectName: "close"
                    visible: row.ownUnit
                    text: i18nc("@action:button ask the application to quit", "Close")
                    icon.name: "window-close"
                    onClicked: row.closeWanted()
                }
                PlasmaComponents.Button {
                    objectName: "never"
                    text: i18nc(
                        "@action:button this application shall never be slowed down or frozen under pressure",
                        "Never Slow Down or Pause")
                    icon.name: "emblem-locked"
                    checkable: true
                    checked: row.rule === "never"
                    onClicked: row.ruleWanted(row.rule === "never" ? "normal" : "never")
                }
            }
        }
    }
}
