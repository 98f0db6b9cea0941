// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// Between header and footer: how much the active app had to wait in the last minutes, and the
/// apps; or the reason why there is nothing to show, and what to do about it.
Item {
    id: view

    required property Daemon daemon
    required property AppsByHurt apps
    required property PressureRecord record
    required property int frozen ///< number of paused apps

    readonly property bool ready: daemon.state === Daemon.Ready
    /// Whether the view is visible. Measurements are taken only then.
    readonly property bool looking: visible && (Window.window?.visible ?? false)
    /// Whether an app's details are open. They need the room of all that is not about that app.
    readonly property bool detailed: list.openApp.length > 0
    /// Whether there is room for "Resume All". It stays until the view is closed, as all rows would
    /// move up under a second click on "Resume".
    property bool resumesAll: false

    onLookingChanged: {
        if (!looking)
            startOver();
    }
    onFrozenChanged: resumesAll = frozen > 1 || (looking && resumesAll)
    onResumesAllChanged: list.rowsMoved()
    Component.onCompleted: resumesAll = frozen > 1

    Trouble {
        id: trouble
        daemon: view.daemon
    }

    Connections {
        target: view.daemon

        function onRefused(app: string, sentence: string): void {
            refusal.plainText = sentence;
            refusal.visible = true;
        }
        function onStateChanged(): void {
            view.startOver();
        }
    }

    Kirigami.PlaceholderMessage {
        objectName: "placeholder"
        anchors.centerIn: parent
        width: parent.width - Kirigami.Units.gridUnit * 4
        visible: !view.ready
        icon.name: "headroom-unknown-symbolic"
        text: trouble.present
            ? trouble.title
            : i18nc("@info while its answer is waited for", "Asking Headroom…")
        explanation: trouble.sentence
        helpfulAction: trouble.action.length > 0 ? remedy : null

        Kirigami.Action {
            id: remedy

            icon.name: trouble.iconName
            text: trouble.action
            onTriggered: trouble.end()
        }
    }

    PlainMessage {
        id: refusal

        objectName: "refusal"
        anchors.top: parent.top
        anchors.left: parent.left
        anchors.right: parent.right
        anchors.margins: Kirigami.Units.smallSpacing
        z: 1
        type: Kirigami.MessageType.Warning
        showCloseButton: true
    }

    ColumnLayout {
        anchors.fill: parent
        anchors.topMargin: refusal.visible
            ? refusal.height + Kirigami.Units.smallSpacing * 2
            : 0
        visible: view.ready
        spacing: 0

        WaitChart {
            Layout.fillWidth: true
            Layout.margins: Kirigami.Units.largeSpacing
            record: view.record
            level: view.daemon.level
        }

        Kirigami.Separator {
            Layout.fillWidth: true
        }

        Item {
            Layout.fillWidth: true
            Layout.margins: Kirigami.Units.largeSpacing
            Layout.bottomMargin: 0
            implicitHeight: resumeAll.implicitHeight
            visible: view.resumesAll

            PlasmaComponents.Button {
                id: resumeAll

                objectName: "resumeAll"
                anchors.right: parent.right
                visible: view.frozen > 1
                text: i18nc("@action:button every paused application", "Resume All")
                icon.name: "media-playback-start"
                onClicked: view.ask(() => view.daemon.thawAll())
            }
        }

        AppList {
            id: list

            Layout.fillWidth: true
            Layout.fillHeight: true
            focus: true
            apps: view.apps
            onFreezeWanted: app => view.ask(() => view.daemon.freeze(app))
            onThawWanted: app => view.ask(() => view.daemon.thaw(app))
            onCloseWanted: app => view.ask(() => view.daemon.close(app))
            onRuleWanted: (app, rule) => view.ask(() => view.daemon.setRule(app, rule))
            onMeasurementWanted: (app, wanted) => view.ask(() => wanted
                ? view.daemon.measureNeed(app)
                : view.daemon.cancelMeasurement(app))
        }
    }

    /// The answer to an earlier request would seem to belong to the next one.
    function hideRefusal(): void {
        refusal.visible = false;
    }

    /// An open row would keep all rows in their place.
    function startOver(): void {
        hideRefusal();
        list.openApp = "";
        resumesAll = frozen > 1;
    }

    function ask(what: var): void {
        hideRefusal();
        what();
    }
}
