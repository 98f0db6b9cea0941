// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Controls as Controls
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// A whole number with its unit. A fraction in the file is shown rounded, and stays there until the
/// user chooses another number.
Controls.SpinBox {
    id: box

    required property string entry ///< its name in the schema
    property string unit: i18nc("@item:valuesuffix percent", " %")

    signal chosen(number: int)

    from: 1
    to: 100
    editable: true
    Accessible.name: Kirigami.FormData.label
    textFromValue: (number, locale) => Number(number).toLocaleString(locale, "f", 0) + unit
    valueFromText: (text, locale) => {
        const digits = text.replace(unit.trim(), "").trim();
        try {
            return Number.fromLocaleString(locale, digits);
        } catch (error) {
            return value;
        }
    }
    validator: null
    onValueModified: chosen(value)

    KCM.SettingStateBinding {
        configObject: kcm.settings
        settingName: box.entry
    }
}
