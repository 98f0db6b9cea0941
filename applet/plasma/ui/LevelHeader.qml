// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// The state in words, what causes it, and the one thing to do. The figures are in the tip and in
/// the details of the app's row.
RowLayout {
    id: header

    required property Daemon daemon

    readonly property Situation situation: Situation {
        daemon: header.daemon
        pointed: remedy.hovered || remedy.pressed || remedy.visualFocus
    }
    readonly property string details: situation.hasCulprit
        ? [daemon.levelReason, situation.culprit.sentence].filter(text => text.length > 0)
            .map(text => situation.words.capitalised(text)).join("\n")
        : ""

    signal used ///< a request follows; the answer to an earlier one would seem to belong to it

    spacing: Kirigami.Units.largeSpacing

    LevelIcon {
        Layout.preferredWidth: Kirigami.Units.iconSizes.large
        Layout.preferredHeight: Kirigami.Units.iconSizes.large
        Layout.alignment: Qt.AlignTop
        level: header.situation.level
        color: header.situation.words.levelColor(level, Kirigami.Theme)
    }

    ColumnLayout {
        Layout.fillWidth: true
        spacing: 0

        HoverHandler {
            id: overText
        }

        PlainTip {
            objectName: "details"
            parent: header
            text: header.details
            visible: overText.hovered && !remedy.hovered && text.length > 0
        }

        Kirigami.Heading {
            objectName: "level"
            Layout.fillWidth: true
            level: 3
            text: header.situation.title
            textFormat: Text.PlainText
            elide: Text.ElideRight
        }

        PlasmaComponents.Label {
            objectName: "cause"
            Layout.fillWidth: true
            visible: text.length > 0
            text: header.situation.cause
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            maximumLineCount: header.situation.hasCulprit ? 1 : 2
            elide: Text.ElideRight
            opacity: 0.8
        }

        PlasmaComponents.Label {
            objectName: "culprit"
            Layout.fillWidth: true
            visible: text.length > 0
            text: header.situation.consequence
            textFormat: Text.PlainText
            elide: Text.ElideRight
            Accessible.description: header.details
        }

        PlasmaComponents.Button {
            id: remedy

            objectName: "remedy"
            Layout.topMargin: Kirigami.Units.smallSpacing
            visible: text.length > 0
            hoverEnabled: true
            text: header.situation.action
            icon.name: header.situation.iconName
            onClicked: {
                header.used();
                header.situation.act();
            }
        }
    }
}
