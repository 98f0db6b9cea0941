// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// One thing that Headroom can or can't do here, with the reason and the remedy.
Controls.ItemDelegate {
    id: row

    required property var modelData
    required property string title

    /// A clause of the daemon, for use on its own.
    readonly property string reason: modelData.reason.charAt(0).toLocaleUpperCase()
        + modelData.reason.slice(1)
    readonly property string remedy: {
        if (modelData.remedy.length === 0)
            return "";
        return modelData.available
            ? i18nc("@info %1 what to do to have more of something", "For more: %1",
                modelData.remedy)
            : i18nc("@info %1 the one thing to do about something missing", "To fix it: %1",
                modelData.remedy);
    }

    readonly property string command: commandIn(modelData.remedy)

    /// The command in a remedy, complete and fit to be pasted; "": it has none. It begins the text
    /// or follows a colon, and a semicolon may end it. The text around it may be in any language.
    function commandIn(text: string): string {
        return text.match(/(?:^|[:：] ?)((?:sudo|systemctl|headroomctl)(?: [!-:<-~]+)+)/)?.[1] ?? "";
    }

    hoverEnabled: false
    Accessible.name: i18nc("@info %1 Works or Missing, %2 a thing that Headroom can do",
        "%1: %2",
        modelData.available
            ? i18nc("@info of a thing that Headroom can do", "Works")
            : i18nc("@info of a thing that Headroom can do", "Missing"),
        title)
    Accessible.description: remedy.length > 0
        ? i18nc("@info read aloud; %1 why something is missing, %2 a sentence with the remedy",
            "%1. %2", reason, remedy)
        : reason

    contentItem: RowLayout {
        spacing: Kirigami.Units.largeSpacing

        Kirigami.Icon {
            Layout.preferredWidth: Kirigami.Units.iconSizes.smallMedium
            Layout.preferredHeight: Kirigami.Units.iconSizes.smallMedium
            Layout.alignment: Qt.AlignTop
            source: row.modelData.available ? "emblem-checked" : "emblem-warning"
        }
        ColumnLayout {
            Layout.fillWidth: true
            spacing: 0

            Controls.Label {
                Layout.fillWidth: true
                text: row.title
                textFormat: Text.PlainText
                elide: Text.ElideRight
                font.bold: true
            }
            Controls.Label {
                objectName: "reason"
                Layout.fillWidth: true
                text: row.reason
                textFormat: Text.PlainText
                wrapMode: Text.Wrap
            }
            Kirigami.SelectableLabel {
                objectName: "remedy"
                Layout.fillWidth: true
                visible: text.length > 0
                text: row.remedy
                textFormat: Text.PlainText
                wrapMode: Text.Wrap
            }
            Controls.Button {
                id: copy

                property bool done: false

                objectName: "copy"
                Layout.topMargin: Kirigami.Units.smallSpacing
                visible: row.command.length > 0
                icon.name: done ? "dialog-ok" : "edit-copy"
                text: done
                    ? i18nc("@info it is in the clipboard", "Command copied")
                    : i18nc("@action:button it goes to the clipboard", "Copy Command")
                Accessible.name: i18nc("@action:button %1 Copy Command, %2 what it would fix",
                    "%1: %2", text, row.title)
                onClicked: {
                    kcm.copy(row.command);
                    done = true;
                }
                onActiveFocusChanged: done = false
            }
        }
    }
}
