// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// One possible response to a shortage.
ColumnLayout {
    id: choiceItem

    required property int choice ///< as in the schema: 0 off, 1 warn, 2 freeze
    required property Controls.ButtonGroup group
    required property string text
    property string hint: ""

    spacing: 0
    Kirigami.FormData.buddyFor: button

    Controls.RadioButton {
        id: button

        text: choiceItem.text
        checked: kcm.settings.response === choiceItem.choice
        Controls.ButtonGroup.group: choiceItem.group
        onToggled: {
            if (checked)
                kcm.settings.response = choiceItem.choice;
        }

        KCM.SettingStateBinding {
            configObject: kcm.settings
            settingName: "Response"
        }
    }
    Controls.Label {
        Layout.fillWidth: true
        Layout.leftMargin: button.indicator.width + button.spacing
        visible: choiceItem.hint.length > 0
        text: choiceItem.hint
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        font: Kirigami.Theme.smallFont
    }
}
