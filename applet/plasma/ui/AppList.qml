// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Templates as T
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.extras as PlasmaExtras

/// The apps, the worst hit first.
PlasmaComponents.ScrollView {
    id: list

    required property AppsByHurt apps
    property string openApp: ""

    /// Whether the keyboard is on a button in a row. That counts as long as it is there.
    readonly property bool keyed: view.activeFocus
        && ((Window.activeFocusItem as T.Control)?.visualFocus ?? false)

    signal freezeWanted(app: string)
    signal thawWanted(app: string)
    signal closeWanted(app: string)
    signal ruleWanted(app: string, rule: string)
    signal measurementWanted(app: string, wanted: bool)
    signal rowsMoved ///< something above them has appeared

    contentWidth: availableWidth
    Controls.ScrollBar.horizontal.policy: Controls.ScrollBar.AlwaysOff

    // Rows keep their place while a pointer, a finger or the keyboard is on one, or a row is open.
    // So a click or a key hits the row it was meant for.
    Binding {
        target: list.apps
        property: "settled"
        value: pointing.running || touch.active || list.keyed || list.openApp.length > 0
    }

    // A row that is destroyed reports no collapse, and may be out of view.
    Connections {
        target: list.apps

        function onAppGone(app: string): void {
            if (list.openApp === app)
                list.openApp = "";
        }
    }

    HoverHandler {
        id: hover
        onPointChanged: pointing.restart()
    }

    PointHandler {
        id: touch
        acceptedDevices: PointerDevice.TouchScreen
    }

    // A pointer that has not moved for a while does not count, nor does a key.
    Timer {
        id: pointing
        interval: 3000
    }

    contentItem: ListView {
        id: view

        objectName: "apps"
        model: list.apps
        clip: true
        focus: true
        currentIndex: -1
        onCurrentIndexChanged: {
            if (currentIndex >= 0)
                pointing.restart();
        }
        keyNavigationEnabled: true
        boundsBehavior: Flickable.StopAtBounds
        topMargin: Kirigami.Units.smallSpacing
        bottomMargin: Kirigami.Units.smallSpacing
        leftMargin: Kirigami.Units.largeSpacing
        rightMargin: Kirigami.Units.largeSpacing
        highlight: PlasmaExtras.Highlight {}
        highlightMoveDuration: 0
        highlightResizeDuration: 0
        Accessible.role: Accessible.List
        Accessible.name: i18nc("@title of a list", "Apps")

        delegate: AppRow {
            id: row

            width: ListView.view.width - ListView.view.leftMargin - ListView.view.rightMargin
            // The first figures sort the rows in any case, and a row then shows another app.
            onAppIdChanged: {
                if (expanded && list.openApp !== appId)
                    list.openApp = "";
            }
            onItemExpanded: list.openApp = appId
            onItemCollapsed: {
                if (list.openApp === appId)
                    list.openApp = "";
            }
            onFreezeWanted: list.freezeWanted(appId)
            onThawWanted: list.thawWanted(appId)
            onCloseWanted: list.closeWanted(appId)
            onRuleWanted: rule => list.ruleWanted(appId, rule)
            onMeasurementWanted: wanted => list.measurementWanted(appId, wanted)
            // It is made again when it is scrolled into view.
            Component.onCompleted: {
                if (list.openApp === appId)
                    expand();
            }

            Connections {
                target: list

                function onOpenAppChanged(): void {
                    if (row.expanded && list.openApp !== row.appId)
                        row.collapse();
                }
                function onRowsMoved(): void {
                    row.noteMove();
                }
            }
        }
    }
}
