// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// A whole number, its unit, and the button that explains it. A fraction in the file is shown
/// rounded, and stays there until the user chooses another number.
SettingBox {
    id: box

    property string unit: i18nc("@info unit of the number beside it: percent", "%")
    property alias stepSize: spin.stepSize

    Kirigami.FormData.buddyFor: spin

    Controls.SpinBox {
        id: spin

        objectName: box.entry
        from: box.facts.from
        to: box.facts.to
        editable: true
        live: true // what was typed counts, even if the window is closed without Enter
        Accessible.name: box.facts.label
        // A separator that appears while a number is typed would move the cursor.
        textFromValue: (number, locale) => Number(number).toLocaleString(locale, "f", 0)
            .split(locale.groupSeparator).join("")
        onValueModified: kcm.settings[box.key] = value
        // While a number is typed, Qt changes the value and emits nothing else.
        onValueChanged: {
            if (activeFocus && value !== Math.round(kcm.settings[box.key]))
                kcm.settings[box.key] = value;
        }

        // Unlike a plain binding, it outlives the style's own assignments.
        Binding {
            target: spin
            property: "value"
            value: Math.round(kcm.settings[box.key])
        }
        KCM.SettingStateBinding {
            configObject: kcm.settings
            settingName: box.entry
        }
    }
    Controls.Label {
        visible: text.length > 0
        text: box.unit
        textFormat: Text.PlainText
    }
    HelpButton {
        what: box.facts.label
        toolTipText: box.facts.help
    }
}
