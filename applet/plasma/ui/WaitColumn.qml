// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// One curve of waits, with a title and the share of now.
ColumnLayout {
    id: column

    required property string title
    required property var values ///< percentages, oldest first; empty: not reported
    required property real most
    required property color inkColor
    required property int minutes

    readonly property string now: values.length > 0
        ? words.percent(values[values.length - 1])
        : i18nc("@info a figure that is not known", "not known")

    spacing: 0
    Accessible.role: Accessible.Chart
    Accessible.name: i18ncp(
        "@info:whatsthis %1 number of minutes, %2 CPU, memory or disk as the title of a chart, %3 share of time",
        "%2: waits in the last minute, now %3",
        "%2: waits in the last %1 minutes, now %3", minutes, title, now)

    Words {
        id: words
    }

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

    WaitCurve {
        Layout.fillWidth: true
        Layout.preferredHeight: Kirigami.Units.gridUnit * 3
        values: column.values
        most: column.most
        inkColor: column.inkColor
    }
}
