// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// The state in words, what causes it, and the one thing to do. If something is wrong with the
/// daemon itself, the TroubleMessage says so instead.
RowLayout {
    id: row

    readonly property Situation situation: Situation {
        daemon: kcm.daemon
        pointed: remedy.hovered || remedy.pressed || remedy.visualFocus
        paused: kcm.apps.frozen
    }

    signal used ///< a request follows; the answer to an earlier one would seem to belong to it

    // While there is a daemon that has not answered yet, it has no version.
    visible: kcm.daemon.version.length > 0 && !situation.trouble.present
    spacing: Kirigami.Units.largeSpacing

    LevelIcon {
        Layout.preferredWidth: Kirigami.Units.iconSizes.medium
        Layout.preferredHeight: Kirigami.Units.iconSizes.medium
        Layout.alignment: Qt.AlignTop
        level: row.situation.level
        color: row.situation.words.levelColor(row.situation.level, Kirigami.Theme)
    }
    ColumnLayout {
        Layout.fillWidth: true
        spacing: 0

        Kirigami.Heading {
            objectName: "level"
            Layout.fillWidth: true
            level: 3
            text: row.situation.title
            textFormat: Text.PlainText
            elide: Text.ElideRight
        }
        Controls.Label {
            objectName: "cause"
            Layout.fillWidth: true
            visible: text.length > 0
            text: row.situation.cause
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
        }
        Controls.Label {
            objectName: "culprit"
            Layout.fillWidth: true
            visible: text.length > 0
            text: row.situation.consequence
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
        }
    }
    Controls.Button {
        id: remedy

        objectName: "remedy"
        visible: text.length > 0
        hoverEnabled: true
        text: row.situation.action
        icon.name: row.situation.iconName
        onClicked: {
            row.used();
            row.situation.act();
        }
    }
}
