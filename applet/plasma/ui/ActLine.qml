// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// One act with its reason, in one line. The row of the app has the whole sentence when opened.
RowLayout {
    id: line

    required property date time
    required property string reason
    required property string iconName

    spacing: Kirigami.Units.smallSpacing
    Accessible.role: Accessible.ListItem
    Accessible.name: i18nc("@info %1 time, %2 what was done and why", "%1: %2", words.time(time),
        reason)

    Words {
        id: words
    }

    PlasmaComponents.Label {
        objectName: "time"
        text: words.time(line.time)
        textFormat: Text.PlainText
        font: Kirigami.Theme.smallFont
        opacity: 0.75
        Layout.alignment: Qt.AlignTop
    }

    PlasmaComponents.Label {
        objectName: "reason"
        Layout.fillWidth: true
        text: line.reason
        textFormat: Text.PlainText
        elide: Text.ElideRight
        font: Kirigami.Theme.smallFont
    }
}
