// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.headroomd.private.headroom as Headroom
import org.kde.kcmutils as KCMUtils
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents
import org.kde.plasma.core as PlasmaCore
import org.kde.plasma.extras as PlasmaExtras
import org.kde.plasma.plasmoid

PlasmoidItem {
    id: root

    readonly property string level: daemon.state === Headroom.Daemon.Ready
        ? daemon.level : "unknown"
    readonly property string description: {
        switch (daemon.state) {
        case Headroom.Daemon.Ready:
            return words.levelSentence(daemon.level);
        case Headroom.Daemon.Incompatible:
            return i18nc("@info:tooltip their versions do not fit",
                "This widget doesn't match the running version");
        }
        return i18nc("@info:tooltip", "Headroom is not running");
    }
    readonly property string stillness: apps.frozen > 0
        ? i18ncp("@info:tooltip %1 number of applications", "One app is paused.",
            "%1 apps are paused.", apps.frozen)
        : ""

    Plasmoid.icon: "headroom-"
        + (["calm", "uneasy", "high", "critical"].includes(level) ? level : "unknown")
        + "-symbolic"
    Plasmoid.status: {
        if (daemon.state !== Headroom.Daemon.Ready)
            return PlasmaCore.Types.PassiveStatus;
        if (level === "critical")
            return PlasmaCore.Types.NeedsAttentionStatus;
        return level === "high" || level === "uneasy" || apps.frozen > 0
            ? PlasmaCore.Types.ActiveStatus
            : PlasmaCore.Types.PassiveStatus;
    }
    toolTipMainText: daemon.state === Headroom.Daemon.Ready
        ? i18nc("@info:tooltip %1 level of pressure, such as Calm", "Headroom: %1",
            words.level(level))
        : i18nc("@info:tooltip", "Headroom")
    toolTipSubText: stillness.length > 0 ? description + "\n" + stillness : description
    toolTipTextFormat: Text.PlainText
    switchWidth: Kirigami.Units.gridUnit * 14
    switchHeight: Kirigami.Units.gridUnit * 14

    Headroom.Words {
        id: words
    }

    Headroom.Daemon {
        id: daemon
    }

    Headroom.Sampling {
        id: sampling
        daemon: daemon
        running: root.fullRepresentationItem?.looking ?? false
    }

    Headroom.Apps {
        id: apps
        daemon: daemon
        sampling: sampling
    }

    Headroom.AppsByHurt {
        id: sorted
        sourceModel: apps
    }

    Headroom.Acts {
        id: acts
        daemon: daemon
    }

    Headroom.PressureRecord {
        id: record
        sampling: sampling
    }

    PlasmaCore.Action {
        id: configureAction
        text: i18nc("@action opens the page in System Settings", "Configure Headroom…")
        icon.name: "configure"
        onTriggered: KCMUtils.KCMLauncher.openSystemSettings("kcm_headroom")
    }

    Component.onCompleted: Plasmoid.setInternalAction("configure", configureAction)

    compactRepresentation: Headroom.CompactView {
        level: root.level
        frozen: apps.frozen
        description: i18nc("@info %1 Headroom and its level of pressure, %2 sentences about it",
            "%1. %2", root.toolTipMainText, root.toolTipSubText)
        onClicked: root.expanded = !root.expanded
    }

    fullRepresentation: PlasmaExtras.Representation {
        readonly property bool looking: view.looking

        // Some containments don't mirror the layout of applets for right-to-left languages.
        LayoutMirroring.enabled: Application.layoutDirection === Qt.RightToLeft
        LayoutMirroring.childrenInherit: true
        collapseMarginsHint: true
        Layout.minimumWidth: Kirigami.Units.gridUnit * 18
        Layout.minimumHeight: Kirigami.Units.gridUnit * 24
        Layout.preferredWidth: Kirigami.Units.gridUnit * 26
        Layout.preferredHeight: Kirigami.Units.gridUnit * 34

        header: PlasmaExtras.PlasmoidHeading {
            visible: view.ready

            leftPadding: Kirigami.Units.largeSpacing
            rightPadding: Kirigami.Units.largeSpacing
            contentItem: Headroom.LevelHeader {
                level: daemon.level
                cause: daemon.levelReason
            }
        }

        contentItem: Headroom.FullView {
            id: view

            daemon: daemon
            apps: sorted
            record: record
        }

        footer: PlasmaExtras.PlasmoidHeading {
            visible: view.ready
            position: PlasmaComponents.ToolBar.Footer

            leftPadding: Kirigami.Units.largeSpacing
            rightPadding: Kirigami.Units.largeSpacing
            topPadding: Kirigami.Units.smallSpacing
            bottomPadding: Kirigami.Units.smallSpacing
            contentItem: Headroom.Footer {
                acts: acts
                capabilities: daemon.capabilities
                onExplanationWanted: KCMUtils.KCMLauncher.openSystemSettings("kcm_headroom",
                    ["capabilities"])
            }
        }
    }
}
