// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// How much the active app is boosted, as one choice, and the button that explains it.
RowLayout {
    id: box

    readonly property string title: i18nc("@label:listbox", "Boost the active app")
    readonly property bool isCustom: kcm.boost.step === steps.length
    readonly property list<string> steps: [
        i18nc("@item:inlistbox how much the active application is boosted", "Off"),
        i18nc("@item:inlistbox how much the active application is boosted", "Normal"),
        i18nc("@item:inlistbox how much the active application is boosted", "Strong")
    ]
    readonly property list<string> custom: [
        i18nc("@item:inlistbox how much the active application is boosted", "Custom")
    ]

    spacing: Kirigami.Units.smallSpacing
    Kirigami.FormData.buddyFor: combo

    Controls.ComboBox {
        id: combo

        objectName: "boost"
        enabled: !kcm.boost.fixed
        model: box.isCustom ? [...box.steps, ...box.custom] : box.steps
        currentIndex: kcm.boost.step
        Accessible.name: box.title
        onActivated: index => kcm.boost.step = index
        // A new model selects its first row.
        onModelChanged: currentIndex = Qt.binding(() => kcm.boost.step)

        KCM.SettingHighlighter {
            highlight: kcm.boost.step !== 1
        }
    }
    HelpButton {
        what: box.title
        toolTipText: i18nc("@info what a setting does",
            "How much more CPU and disk time the active app gets than each other app. The others get what it does not use. The weights are under Limits.")
    }
}
