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

    readonly property string level: daemon.disabled || trouble.present ? "unknown" : daemon.level
    readonly property bool isShort: level !== "calm" && level !== "unknown"
    /// Another app takes its place only while the pointer is not on the button: the click is meant
    /// for the app that was shown.
    property var culprit: ({app: "", summary: "", sentence: "", shortage: "", paused: false})
    readonly property bool hasCulprit: isShort && culprit.app.length > 0
    readonly property string details: hasCulprit
        ? [daemon.levelReason, culprit.sentence].filter(text => text.length > 0)
            .map(text => words.capitalised(text)).join("\n")
        : ""

    signal used ///< a request follows; the answer to an earlier one would seem to belong to it

    spacing: Kirigami.Units.largeSpacing
    Component.onCompleted: follow()

    function follow(): void {
        const now = daemon.culprit;
        const pointed = remedy.hovered || remedy.pressed;
        if (!pointed || now.app === culprit.app || now.app.length === 0)
            culprit = now;
    }

    Connections {
        target: header.daemon

        function onPropertiesChanged(): void {
            header.follow();
        }
    }

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

        HoverHandler {
            id: overText
        }

        PlainTip {
            objectName: "details"
            parent: header
            y: header.height
            width: Math.min(implicitWidth, header.width)
            text: header.details
            visible: overText.hovered && !remedy.hovered && text.length > 0
        }

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
                // What is short now may be something else, because the act has taken effect.
                const reason = header.hasCulprit
                    ? header.culprit.shortage
                    : header.daemon.levelReason;
                return header.isShort && reason.length > 0
                    ? words.capitalised(reason)
                    : words.levelSentence(header.level);
            }
            textFormat: Text.PlainText
            wrapMode: Text.Wrap
            maximumLineCount: header.hasCulprit ? 1 : 2
            elide: Text.ElideRight
            opacity: 0.8
        }

        PlasmaComponents.Label {
            objectName: "culprit"
            Layout.fillWidth: true
            visible: header.hasCulprit
            text: words.capitalised(header.culprit.summary)
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
            onHoveredChanged: header.follow()
            onCanceled: header.follow()
            text: {
                if (trouble.present)
                    return trouble.action;
                if (header.daemon.disabled)
                    return i18nc("@action:button Headroom acts again", "Resume Headroom");
                if (!header.hasCulprit)
                    return "";
                if (!header.culprit.paused && header.culprit.app === header.daemon.focused)
                    return ""; // the active app can't be paused
                return header.culprit.paused
                    ? i18nc("@action:button let the application go on", "Resume")
                    : i18nc("@action:button stop the application for now", "Pause");
            }
            icon.name: {
                if (trouble.present)
                    return trouble.iconName;
                return header.daemon.disabled || header.culprit.paused
                    ? "media-playback-start"
                    : "media-playback-pause";
            }
            onClicked: {
                header.used();
                if (trouble.present)
                    trouble.end();
                else if (header.daemon.disabled)
                    header.daemon.disableFor(0);
                else if (header.culprit.paused)
                    header.daemon.thaw(header.culprit.app);
                else
                    header.daemon.freeze(header.culprit.app);
                header.follow(); // not sooner: a finger is gone before this is called
            }
        }
    }
}
