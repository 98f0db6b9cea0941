// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// How long tasks waited for memory, disk and CPU in the last minutes: three charts with titles and
/// the same scale.
RowLayout {
    id: chart

    /// Lists of percentages, oldest first; empty: not reported.
    required property var memory
    required property var io
    required property var cpu
    required property int minutes

    readonly property var rows: [
        {resource: "memory", values: memory}, {resource: "io", values: io},
        {resource: "cpu", values: cpu}]
    /// The top of the scale is never below 20 %, so that calm looks calm.
    readonly property real most: Math.max(20, ...memory, ...io, ...cpu)

    spacing: Kirigami.Units.largeSpacing

    Words {
        id: words
    }

    Repeater {
        model: chart.rows

        ColumnLayout {
            id: column

            required property var modelData
            readonly property var values: modelData.values
            readonly property string title: words.resources[modelData.resource]
            readonly property string now: values.length > 0
                ? words.percent(values[values.length - 1])
                : i18nc("@info a figure that is not known", "not known")

            objectName: modelData.resource
            Layout.fillWidth: true
            Layout.preferredWidth: 1
            spacing: 0
            Accessible.role: Accessible.Chart
            Accessible.name: i18ncp(
                "@info:whatsthis %1 number of minutes, %2 CPU, memory or disk as the title of a chart, %3 share of time",
                "%2: waits in the last minute, now %3",
                "%2: waits in the last %1 minutes, now %3", chart.minutes, title, now)

            RowLayout {
                Layout.fillWidth: true

                PlasmaComponents.Label {
                    Layout.fillWidth: true
                    text: column.title
                    textFormat: Text.PlainText
                    elide: Text.ElideRight
                    font: Kirigami.Theme.smallFont
                }
                PlasmaComponents.Label {
                    objectName: "now"
                    text: column.now
                    textFormat: Text.PlainText
                    font: Kirigami.Theme.smallFont
                }
            }

            PressureCurve {
                Layout.fillWidth: true
                Layout.preferredHeight: Kirigami.Units.gridUnit * 3
                values: column.values
                most: chart.most
            }
        }
    }
}
