// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import org.kde.kirigami as Kirigami

/// What the panel shows: the level, and the number of frozen apps.
MouseArea {
    id: view

    required property string level
    required property int frozen
    required property string description

    hoverEnabled: true
    activeFocusOnTab: true
    Accessible.name: description
    Accessible.role: Accessible.Button
    Accessible.onPressAction: view.clicked(null)
    Keys.onReturnPressed: view.clicked(null)
    Keys.onEnterPressed: view.clicked(null)
    Keys.onSpacePressed: view.clicked(null)

    Words {
        id: words
    }

    LevelIcon {
        anchors.fill: parent
        active: view.containsMouse
        level: view.level
        color: words.levelColor(view.level, Kirigami.Theme)
    }

    Rectangle {
        id: badge

        objectName: "badge"
        anchors.right: parent.right
        anchors.bottom: parent.bottom
        width: Math.max(height, count.implicitWidth + count.font.pixelSize / 2)
        height: Math.max(Kirigami.Units.smallSpacing * 2, Math.min(view.width, view.height) * 0.45)
        radius: height / 2
        color: Kirigami.Theme.highlightColor
        visible: view.frozen > 0

        Text {
            id: count

            anchors.centerIn: parent
            color: Kirigami.Theme.highlightedTextColor
            font.pixelSize: Math.max(6, badge.height * 0.75)
            text: view.frozen > 9
                ? i18nc("@info:status more than nine applications stand still, in very little room",
                    "9+")
                : view.frozen
            textFormat: Text.PlainText
        }
    }
}
