// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// What an app has in memory and what it needs, and the button that has the latter measured. While
/// that is under way, the button cancels it.
RowLayout {
    id: line

    required property string memory
    required property string need
    required property bool canMeasure
    required property bool measuring

    signal measurementWanted(wanted: bool)

    visible: canMeasure || memory.length > 0 || need.length > 0
    spacing: Kirigami.Units.smallSpacing

    ColumnLayout {
        Layout.fillWidth: true
        spacing: 0

        PlasmaComponents.Label {
            objectName: "memory"
            Layout.fillWidth: true
            visible: text.length > 0
            text: line.memory
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            font: Kirigami.Theme.smallFont
        }
        PlasmaComponents.Label {
            objectName: "need"
            Layout.fillWidth: true
            visible: text.length > 0
            text: line.need
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            font: Kirigami.Theme.smallFont
        }
    }

    PlasmaComponents.Button {
        id: measure

        objectName: "measure"
        visible: line.canMeasure
        text: line.measuring
            ? i18nc("@action:button end the measurement of what the application needs", "Cancel")
            : i18nc("@action:button find out how much memory the application needs", "Measure")
        icon.name: line.measuring ? "dialog-cancel" : "measure"
        Accessible.description: line.measuring ? line.need : tip.text
        onClicked: line.measurementWanted(!line.measuring)

        PlasmaComponents.ToolTip {
            id: tip

            text: i18nc("@info:tooltip of the button that measures what an application needs",
                "Finds out how much memory this app needs. It usually takes up to 20 minutes. If you use the app meanwhile, there is no result.")
            visible: (measure.hovered || measure.visualFocus) && !line.measuring
        }
    }
}
