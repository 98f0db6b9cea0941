// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// For how much of the time the active app had to wait in the last minutes, which is what the level
/// judges. One click away, the same for memory, disk and CPU, with the same scale.
ColumnLayout {
    id: chart

    required property PressureRecord record
    required property string level

    property bool open: false

    /// The top of the scale is never below 20 %, so that calm looks calm.
    readonly property real most: Math.max(20, ...record.worst)
    readonly property color inkColor: level === "calm"
        ? Kirigami.Theme.positiveTextColor
        : words.levelColor(level, Kirigami.Theme)

    spacing: Kirigami.Units.smallSpacing

    Words {
        id: words
    }

    RowLayout {
        Layout.fillWidth: true

        Kirigami.Heading {
            objectName: "title"
            Layout.fillWidth: true
            level: 5
            text: i18nc("@title of a chart: how much the active application had to wait",
                "Time spent waiting")
            textFormat: Text.PlainText
            elide: Text.ElideRight
        }
        PlasmaComponents.ToolButton {
            objectName: "byResource"
            text: i18nc("@action:button show the same for memory, disk and CPU", "By Resource")
            icon.name: chart.open ? "collapse" : "expand"
            checkable: true
            checked: chart.open
            onToggled: chart.open = checked
        }
    }

    WaitColumn {
        objectName: "worst"
        Layout.fillWidth: true
        title: i18nc("@title of a chart", "Active app")
        values: chart.record.worst
        most: chart.most
        inkColor: chart.inkColor
        minutes: chart.record.minutes
    }

    Loader {
        Layout.fillWidth: true
        active: chart.open
        visible: active
        sourceComponent: RowLayout {
            spacing: Kirigami.Units.largeSpacing

            Repeater {
                model: ["memory", "io", "cpu"]

                WaitColumn {
                    required property string modelData

                    objectName: modelData
                    Layout.fillWidth: true
                    Layout.preferredWidth: 1
                    title: words.resources[modelData]
                    values: chart.record[modelData]
                    most: chart.most
                    inkColor: chart.inkColor
                    minutes: chart.record.minutes
                }
            }
        }
    }
}
