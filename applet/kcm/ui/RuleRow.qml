// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// An app and its rule.
Controls.ItemDelegate {
    id: row

    required property int index
    required property string appId
    required property string name
    required property string iconName
    required property string rule
    required property bool installed
    required property bool fixed

    readonly property list<string> words: ["never", "normal", "eager", "foreground"]

    function subtitle(): string {
        if (row.appId.includes("*"))
            return i18nc("@info under a pattern such as steam_app_*", "All apps whose ID matches");
        return row.installed
            ? row.appId
            : i18nc("@info %1 id of an application", "%1, not installed", row.appId);
    }

    hoverEnabled: false
    Accessible.name: name

    contentItem: RowLayout {
        spacing: Kirigami.Units.largeSpacing

        Kirigami.Icon {
            Layout.preferredWidth: Kirigami.Units.iconSizes.medium
            Layout.preferredHeight: Kirigami.Units.iconSizes.medium
            source: row.iconName
            fallback: "application-x-executable"
        }
        ColumnLayout {
            Layout.fillWidth: true
            spacing: 0

            Controls.Label {
                Layout.fillWidth: true
                text: row.name
                textFormat: Text.PlainText
                elide: Text.ElideRight
            }
            Controls.Label {
                Layout.fillWidth: true
                text: row.subtitle()
                textFormat: Text.PlainText
                elide: Text.ElideMiddle
                font: Kirigami.Theme.smallFont
                opacity: 0.75
            }
        }
        Controls.ComboBox {
            objectName: "rule"
            implicitWidth: Kirigami.Units.gridUnit * 14
            enabled: !row.fixed
            model: [
                i18nc("@item:inlistbox rule for an application", "Never slow down or pause"),
                i18nc("@item:inlistbox rule for an application", "Like all others"),
                i18nc("@item:inlistbox rule for an application", "Pause sooner than others"),
                i18nc("@item:inlistbox rule for an application", "Always treat as the active app")
            ]
            currentIndex: row.words.indexOf(row.rule)
            Accessible.name: i18nc("@label:listbox %1 name of an application", "Rule for %1",
                row.name)
            onActivated: index => kcm.rules.setRule(row.index, row.words[index])
        }
        Controls.ToolButton {
            objectName: "remove"
            enabled: !row.fixed
            icon.name: "edit-delete-remove"
            display: Controls.ToolButton.IconOnly
            text: i18nc("@action:button take away the rule for an application", "Remove Rule")
            Accessible.name: i18nc("@action:button %1 name of an application",
                "Remove rule for %1", row.name)
            onClicked: kcm.rules.remove(row.index)

            Controls.ToolTip.text: text
            Controls.ToolTip.visible: hovered || visualFocus
            Controls.ToolTip.delay: Kirigami.Units.toolTipDelay
        }
    }
}
