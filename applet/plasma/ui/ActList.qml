// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// The latest acts with their reasons.
ColumnLayout {
    id: list

    required property Acts acts
    property int shown: 3

    spacing: Kirigami.Units.smallSpacing

    Kirigami.Heading {
        Layout.fillWidth: true
        level: 5
        text: i18nc("@title of a list", "What Headroom did last")
        textFormat: Text.PlainText
    }

    PlasmaComponents.Label {
        objectName: "nothing"
        Layout.fillWidth: true
        text: i18nc("@info what Headroom did last", "Nothing yet.")
        textFormat: Text.PlainText
        font: Kirigami.Theme.smallFont
        opacity: 0.75
        visible: repeater.count === 0 && list.acts.known
    }

    Repeater {
        id: repeater

        model: list.acts

        ActLine {
            required property int index

            Layout.fillWidth: true
            visible: index < list.shown
        }
    }
}
