// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// A choice among words, and the button that explains it.
SettingBox {
    id: box

    required property var words ///< one for each word of the schema, in the same order
    property bool counts: true ///< whether it makes a difference now

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
