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
    readonly property string remedy: modelData.remedy.length > 0
        ? i18nc("@info %1 the one thing to do about something missing", "To fix it: %1",
            modelData.remedy)
        : ""

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
        }
    }
}
