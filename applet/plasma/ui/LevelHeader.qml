// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// The level in words, with its cause.
RowLayout {
    id: header

    required property string level
    required property string cause ///< a sentence; empty: none was given

    spacing: Kirigami.Units.largeSpacing
    Accessible.role: Accessible.StaticText
    Accessible.name: i18nc("@info %1 level of pressure, such as Calm, %2 a sentence about it",
        "%1. %2", title.text, sentence.text)

    Words {
        id: words
    }

    LevelIcon {
        Layout.preferredWidth: Kirigami.Units.iconSizes.large
        Layout.preferredHeight: Kirigami.Units.iconSizes.large
        level: header.level
        color: header.level === "critical"
            ? Kirigami.Theme.negativeTextColor
            : header.level === "high"
                ? Kirigami.Theme.neutralTextColor
                : Kirigami.Theme.textColor
    }

    ColumnLayout {
        Layout.fillWidth: true
        spacing: 0

        Kirigami.Heading {
            id: title

            objectName: "level"
            Layout.fillWidth: true
            level: 3
            text: words.level(header.level)
            textFormat: Text.PlainText
            elide: Text.ElideRight
        }

        PlasmaComponents.Label {
            id: sentence

            objectName: "cause"
            Layout.fillWidth: true
            readonly property bool isCalm: header.level === "calm" || header.level === "unknown"
            text: isCalm || header.cause.length === 0
                ? words.levelSentence(header.level)
                : header.cause.charAt(0).toLocaleUpperCase() + header.cause.slice(1)
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            maximumLineCount: 3
            elide: Text.ElideRight
            opacity: 0.8
        }
    }
}
