// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// A weight with its effect, as a share.
RowLayout {
    id: box

    required property string entry ///< its name in the schema
    required property string what
    required property int value
    property alias from: spin.from
    property alias to: spin.to
    property alias stepSize: spin.stepSize

    signal chosen(weight: int)

    Kirigami.FormData.buddyFor: spin

    Controls.SpinBox {
        id: spin

        from: 100
        to: 10000
        stepSize: 100
        editable: true
        value: box.value
        Accessible.name: box.what
        onValueModified: box.chosen(value)

        KCM.SettingStateBinding {
            configObject: kcm.settings
            settingName: box.entry
        }
    }
    Controls.Label {
        text: i18nc("@info what a weight comes to; %1 a percentage", "%1 % against one busy app",
            Math.round(100 * box.value / (box.value + 100)))
        textFormat: Text.PlainText
        font: Kirigami.Theme.smallFont
    }
}
