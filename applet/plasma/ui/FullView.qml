// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// Between header and footer: the pressure of the last minutes and the apps, or the reason why
/// there is nothing to show.
Item {
    id: view

    required property Daemon daemon
    required property AppsByHurt apps
    required property PressureRecord record

    readonly property bool ready: daemon.state === Daemon.Ready
    /// Whether the view is visible. Measurements are taken only then.
    readonly property bool looking: visible && (Window.window?.visible ?? false)

    Connections {
        target: view.daemon

        function onRefused(app: string, sentence: string): void {
            // It may contain the name of an app, which is untrusted, and an InlineMessage treats
            // all text as markup.
            refusal.text = sentence.replace(/&/g, "&amp;").replace(/</g, "&lt;");
            refusal.visible = true;
        }
        function onStateChanged(): void {
            refusal.visible = false;
            list.openApp = "";
        }
    }

    Kirigami.PlaceholderMessage {
        objectName: "placeholder"
        anchors.centerIn: parent
        width: parent.width - Kirigami.Units.gridUnit * 4
        visible: !view.ready
        icon.name: "headroom-unknown-symbolic"
        text: {
            switch (view.daemon.state) {
            case Daemon.Connecting:
                return i18nc("@info while its answer is waited for", "Asking Headroom…");
            case Daemon.Incompatible:
                return i18nc("@info their versions do not fit",
                    "This widget doesn't match the running version");
            }
            return i18nc("@info", "Headroom is not running");
        }
        explanation: {
            switch (view.daemon.state) {
            case Daemon.Absent:
                return i18nc("@info while Headroom is not running",
                    "Nothing keeps the active app responsive.");
            case Daemon.Incompatible:
                return i18nc("@info the one: the Headroom; %1 version",
                    "Headroom %1 is running. Log out and in again after an update.",
                    view.daemon.version);
            }
            return "";
        }
        helpfulAction: view.daemon.state === Daemon.Absent ? startAction : null

        Kirigami.Action {
            id: startAction

            icon.name: "media-playback-start"
            text: i18nc("@action:button", "Start Headroom")
            onTriggered: view.daemon.start()
        }
    }

    ColumnLayout {
        anchors.fill: parent
        visible: view.ready
        spacing: 0

        Kirigami.InlineMessage {
            id: refusal

            objectName: "refusal"
            Layout.fillWidth: true
            Layout.margins: Kirigami.Units.smallSpacing
            type: Kirigami.MessageType.Warning
            showCloseButton: true
        }

        PressureChart {
            Layout.fillWidth: true
            Layout.margins: Kirigami.Units.largeSpacing
            memory: view.record.memory
            io: view.record.io
            cpu: view.record.cpu
            minutes: view.record.minutes
        }

        Kirigami.Separator {
            Layout.fillWidth: true
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
        }
    }

    /// Hides the answer to an earlier request, which would seem to belong to this one.
    function ask(what: var): void {
        refusal.visible = false;
        what();
    }
}
