// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// What works on this machine, and the remedy for what does not.
KCM.ScrollViewKCM {
    id: page

    readonly property var titles: ({
        adopt: i18nc(
            "@title a thing that Headroom can do; stray: not in a systemd unit of their own",
            "Separate units for apps"),
        audio: i18nc("@title a thing that Headroom can do", "Playback and recording detection"),
        clipboard: i18nc("@title a thing that Headroom can do", "Clipboard detection"),
        "cpu-weight": i18nc("@title a thing that Headroom can do",
            "More CPU for the active app"),
        freeze: i18nc("@title a thing that Headroom can do", "Pausing apps"),
        "io-weight": i18nc("@title a thing that Headroom can do",
            "More disk time for the active app"),
        pressure: i18nc("@title a thing that Headroom can do",
            "Shortage detection"),
        protect: i18nc("@title a thing that Headroom can do", "Memory kept for the active app"),
        "record-frozen": i18nc("@title a thing that Headroom can do",
            "Resuming apps after a crash"),
        windows: i18nc("@title a thing that Headroom can do", "Window detection")
    })

    title: i18nc("@title", "What Works on This Computer")
    header: TroubleMessage {}

    view: ListView {
        id: list

        objectName: "capabilities"
        clip: true
        model: kcm.daemon.capabilities.slice().sort((one, other) => one.available - other.available)
        Accessible.name: page.title
        delegate: Controls.ItemDelegate {
            id: row

            required property var modelData

            width: ListView.view.width
            hoverEnabled: false
            Accessible.name: i18nc("@info %1 Works or Missing, %2 a thing that Headroom can do",
                "%1: %2",
                modelData.available
                    ? i18nc("@info of a thing that Headroom can do", "Works")
                    : i18nc("@info of a thing that Headroom can do", "Missing"),
                page.titles[modelData.name] ?? modelData.name)
            Accessible.description: modelData.reason + " " + modelData.remedy

            contentItem: RowLayout {
                spacing: Kirigami.Units.largeSpacing

                Kirigami.Icon {
                    Layout.preferredWidth: Kirigami.Units.iconSizes.smallMedium
                    Layout.preferredHeight: Kirigami.Units.iconSizes.smallMedium
                    Layout.alignment: Qt.AlignTop
                    source: row.modelData.available ? "emblem-checked" : "emblem-warning"
                }
                ColumnLayout {
                    Layout.fillWidth: true
                    spacing: 0

                    Controls.Label {
                        Layout.fillWidth: true
                        text: page.titles[row.modelData.name] ?? row.modelData.name
                        textFormat: Text.PlainText
                        elide: Text.ElideRight
                        font.bold: true
                    }
                    Controls.Label {
                        Layout.fillWidth: true
                        text: row.modelData.reason
                        textFormat: Text.PlainText
                        wrapMode: Text.Wrap
                    }
                    Kirigami.SelectableLabel {
                        Layout.fillWidth: true
                        visible: row.modelData.remedy.length > 0
                        text: i18nc("@info %1 the one thing to do about something missing",
                            "To fix it: %1", row.modelData.remedy)
                        textFormat: Text.PlainText
                        wrapMode: Text.Wrap
                    }
                }
            }
        }

        Kirigami.PlaceholderMessage {
            anchors.centerIn: parent
            width: parent.width - Kirigami.Units.gridUnit * 4
            visible: list.count === 0
            text: i18nc("@info it: Headroom", "It checks this computer when it starts.")
        }
    }
}
