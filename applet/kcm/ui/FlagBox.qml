// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// Something that is on or off, and the button that explains it.
SettingBox {
    id: box

    property bool counts: true ///< whether it makes a difference now

    Kirigami.FormData.buddyFor: flag

    Controls.CheckBox {
        id: flag

        objectName: box.entry
        Layout.fillWidth: true
        text: box.facts.label
        checked: kcm.settings[box.key]
        onToggled: kcm.settings[box.key] = checked

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
