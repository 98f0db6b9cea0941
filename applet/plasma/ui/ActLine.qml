// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// One act with its reason, in one line. If that is cut, a tip has the whole sentence; the row of
/// the app has it, too, when opened.
RowLayout {
    id: line

    required property date time
    required property string reason
    required property string iconName

    readonly property string sentence: words.capitalised(reason)
    readonly property string when: words.timeSeenOn(day, time)
    property date day: new Date() ///< on which it is seen; the applet may be opened on a later one
    readonly property bool seen: visible && (Window.window?.visible ?? false)

    onSeenChanged: {
        if (seen)
            day = new Date();
    }

    spacing: Kirigami.Units.smallSpacing
    Accessible.role: Accessible.ListItem
    Accessible.name: i18nc("@info %1 time, %2 what was done and why", "%1: %2", when, sentence)

    Words {
        id: words
    }

    HoverHandler {
        id: pointed
    }

    PlainTip {
        objectName: "whole"
        text: line.sentence
        visible: pointed.hovered && label.truncated
    }

    PlasmaComponents.Label {
        objectName: "time"
        text: line.when
        textFormat: Text.PlainText
        font: Kirigami.Theme.smallFont
        opacity: 0.75
        Layout.alignment: Qt.AlignTop
    }

    PlasmaComponents.Label {
        id: label

        objectName: "reason"
        Layout.fillWidth: true
        text: line.sentence
        textFormat: Text.PlainText
        elide: Text.ElideRight
        font: Kirigami.Theme.smallFont
    }
}
