// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import QtQuick.Templates as T
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.extras as PlasmaExtras

/// One app: its name and one line of facts, and the button that resumes it if it is paused. When
/// opened, also its memory, the reason for its state, and what else can be done.
PlasmaExtras.ExpandableListItem {
    id: row

    required property int index
    required property string appId
    required property string name
    required property string iconName
    required property string appState ///< "running", "napped", "freezing", "frozen", or newer
    required property bool focused
    required property bool ownUnit
    required property int windows
    required property string rule ///< "never", "normal", "eager", "foreground"
    required property string reason
    required property var memory ///< undefined: unknown, as for the next ones
    required property var memoryNeeded
    required property var swap
    required property var stalled
    required property bool needMeasured ///< otherwise memoryNeeded is an estimate
    required property string stalledFor
    required property var lastNeed ///< bytes that it needed when that was last measured, on …
    required property date lastNeedDay
    required property bool canMeasure
    required property bool measuring
    required property var needAtMost ///< bytes: what the measurement has found until now
    required property string notMeasured ///< why the last one has found nothing

    readonly property bool isFrozen: appState === "frozen" || appState === "freezing"
    /// When another app or another place came under the pointer, in ms since the epoch.
    property double movedAt: 0
    readonly property int aimed: 500 ///< ms; a click that soon after was meant for what was there
    property bool made: false ///< before that, it was nowhere else
    readonly property string facts: words.facts(row).join(i18nc("between facts in a list", " · "))

    signal freezeWanted
    signal thawWanted
    signal closeWanted
    signal ruleWanted(rule: string)
    signal measurementWanted(wanted: bool)

    icon: iconName
    iconEmblem: isFrozen ? "emblem-pause" : ""
    title: name
    subtitle: facts
    isDefault: focused
    defaultActionButtonAction: isFrozen ? resume : null
    defaultActionButtonVisible: isFrozen
    customExpandedViewContent: details
    Accessible.role: Accessible.ListItem
    Accessible.name: facts.length > 0
        ? i18nc("@info %1 name of an application, %2 facts about it", "%1: %2",
            words.isolated(name), facts)
        : name
    // Qt has no state for it.
    Accessible.description: expanded
        ? i18nc("@info:whatsthis the details of an application are shown", "Expanded")
        : i18nc("@info:whatsthis the details of an application are hidden", "Collapsed")
    Accessible.onPressAction: toggleExpanded()

    onAppIdChanged: noteMove()
    onIndexChanged: noteMove()
    Component.onCompleted: made = true

    function noteMove(): void {
        if (made)
            movedAt = Date.now();
    }

    /// Does what a click or a key requests, unless that was meant for another app.
    function ask(what: var): void {
        if (Date.now() - movedAt >= aimed)
            what();
    }

    AppRowWords {
        id: words
    }

    T.Action {
        id: resume

        text: i18nc("@action:button let the application go on", "Resume")
        icon.name: "media-playback-start"
        onTriggered: row.ask(() => row.thawWanted())
    }

    Component {
        id: details

        ColumnLayout {
            spacing: Kirigami.Units.smallSpacing

            MemoryLine {
                Layout.fillWidth: true
                memory: words.memoryOf(row)
                need: words.needOf(row)
                canMeasure: row.canMeasure
                measuring: row.measuring
                onMeasurementWanted: wanted => row.ask(() => row.measurementWanted(wanted))
            }

            PlasmaComponents.Label {
                Layout.fillWidth: true
                text: row.reason.length > 0
                    ? words.capitalised(row.reason)
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
                    // Hidden, it would leave its place to "Close", under the pointer.
                    visible: row.ownUnit
                    enabled: !row.isFrozen
                    text: i18nc("@action:button stop the application for now", "Pause")
                    icon.name: "media-playback-pause"
                    onClicked: row.ask(() => row.freezeWanted())
                }
                PlasmaComponents.Button {
                    objectName: "close"
                    visible: row.ownUnit
                    text: i18nc("@action:button ask the application to quit", "Close")
                    icon.name: "window-close"
                    onClicked: row.ask(() => row.closeWanted())
                }
                PlasmaComponents.Button {
                    objectName: "never"
                    text: i18nc(
                        "@action:button this application shall never be slowed down or frozen under pressure",
                        "Never Slow Down or Pause")
                    icon.name: "emblem-locked"
                    checkable: true
                    checked: row.rule === "never"
                    onClicked: {
                        toggle(); // the rule in force stays shown: the request may be refused
                        row.ask(() => row.ruleWanted(row.rule === "never" ? "normal" : "never"));
                    }
                }
            }
        }
    }
}
