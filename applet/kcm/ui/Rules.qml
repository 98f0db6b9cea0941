// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// The rules for single apps.
KCM.ScrollViewKCM {
    id: page

    title: i18nc("@title", "Rules for Apps")
    actions: Kirigami.Action {
        enabled: !kcm.rules.fixed
        icon.name: "list-add"
        text: i18nc("@action:button", "Add App…")
        onTriggered: picker.open()
    }

    header: TroubleMessage {}

    view: ListView {
        id: list

        objectName: "rules"
        clip: true
        model: kcm.rules
        Accessible.name: page.title
        delegate: RuleRow {
            width: ListView.view.width
        }

        Kirigami.PlaceholderMessage {
            anchors.centerIn: parent
            width: parent.width - Kirigami.Units.gridUnit * 4
            visible: list.count === 0
            icon.name: "applications-all"
            text: i18nc("@info", "All apps are treated alike")
            explanation: i18nc("@info",
                "Add an app that is never slowed down or paused, or that may be paused sooner.")
        }
    }

    AppPicker {
        id: picker

        parent: page.Controls.Overlay.overlay
        onPicked: app => kcm.rules.add(app)
    }
}
