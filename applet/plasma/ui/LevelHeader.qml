// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// The state in words, what causes it, and the one thing to do.
RowLayout {
    id: header

    required property Daemon daemon
    required property Acts acts

    readonly property string level: daemon.disabled || trouble.present ? "unknown" : daemon.level
    readonly property bool isShort: level !== "calm" && level !== "unknown"
    readonly property bool hasCulprit: isShort && acts.culprit.length > 0

    spacing: Kirigami.Units.largeSpacing

    Words {
        id: words
    }

    Trouble {
        id: trouble
        daemon: header.daemon
    }

    LevelIcon {
        Layout.preferredWidth: Kirigami.Units.iconSizes.large
        Layout.preferredHeight: Kirigami.Units.iconSizes.large
        Layout.alignment: Qt.AlignTop
        level: header.level
        color: words.levelColor(header.level, Kirigami.Theme)
    }

    ColumnLayout {
        Layout.fillWidth: true
        spacing: 0

        Kirigami.Heading {
            objectName: "level"
            Layout.fillWidth: true
            level: 3
            text: {
                if (trouble.present)
                    return trouble.title;
                return header.daemon.disabled
                    ? words.pausedUntil(header.daemon.disabledUntil)
                    : words.level(header.level);
            }
            textFormat: Text.PlainText
            elide: Text.ElideRight
        }

        PlasmaComponents.Label {
            objectName: "cause"
            Layout.fillWidth: true
            visible: text.length > 0
            text: {
                if (trouble.present)
                    return trouble.sentence;
                if (header.daemon.disabled)
                    return "";
                return header.isShort && header.daemon.levelReason.length > 0
                    ? words.capitalised(header.daemon.levelReason)
                    : words.levelSentence(header.level);
            }
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            maximumLineCount: 3
            elide: Text.ElideRight
            opacity: 0.8
        }

        PlasmaComponents.Label {
            objectName: "culprit"
            Layout.fillWidth: true
            visible: header.hasCulprit
            text: words.capitalised(header.acts.culpritReason)
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            maximumLineCount: 3
            elide: Text.ElideRight
        }

        PlasmaComponents.Button {
            objectName: "remedy"
            Layout.topMargin: Kirigami.Units.smallSpacing
            visible: text.length > 0
            text: {
                if (trouble.present)
                    return trouble.action;
                if (header.daemon.disabled)
                    return i18nc("@action:button Headroom acts again", "Resume Headroom");
                if (!header.hasCulprit)
                    return "";
                return header.acts.culpritPaused
                    ? i18nc("@action:button let the application go on", "Resume")
                    : i18nc("@action:button stop the application for now", "Pause");
            }
            icon.name: {
                if (trouble.present)
                    return trouble.iconName;
                return header.daemon.disabled || header.acts.culpritPaused
                    ? "media-playback-start"
                    : "media-playback-pause";
            }
            onClicked: {
                if (trouble.present)
                    trouble.end();
                else if (header.daemon.disabled)
                    header.daemon.disableFor(0);
                else if (header.acts.culpritPaused)
                    header.daemon.thaw(header.acts.culprit);
                else
                    header.daemon.freeze(header.acts.culprit);
            }
        }
    }
}
