// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// A choice among words, and the button that explains it.
RowLayout {
    id: box

    required property string entry ///< its name in the schema
    required property var words ///< one for each word of the schema, in the same order
    property bool counts: true ///< whether it makes a difference now

    readonly property string key: entry.charAt(0).toLowerCase() + entry.slice(1)
    readonly property var facts: kcm.facts(entry)

    spacing: Kirigami.Units.smallSpacing
    Kirigami.FormData.buddyFor: combo

    Controls.ComboBox {
        id: combo

        objectName: box.entry
        model: box.words
        currentIndex: kcm.settings[box.key]
        Accessible.name: box.facts.label
        onActivated: index => kcm.settings[box.key] = index

        KCM.SettingStateBinding {
            configObject: kcm.settings
            settingName: box.entry
            extraEnabledConditions: box.counts
        }
    }
    HelpButton {
        what: box.facts.label
        toolTipText: box.facts.help
    }
}
