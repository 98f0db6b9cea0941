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

    readonly property string level: daemon.state === Headroom.Daemon.Ready && !daemon.disabled
        && !trouble.present ? daemon.level : "unknown"
    readonly property string description: trouble.present
        ? trouble.sentence
        : words.stateSentence(daemon)
    readonly property string culprit: words.culpritSentence(daemon)
    // A culprit that is paused is named already.
    readonly property string stillness: apps.frozen > (culprit && daemon.culprit.paused ? 1 : 0)
        ? i18ncp("@info:tooltip %1 number of applications", "One app is paused.",
            "%1 apps are paused.", apps.frozen)
        : ""

    Plasmoid.icon: "headroom-"
        + (["calm", "uneasy", "high", "critical"].includes(level) ? level : "unknown")
        + "-symbolic"
    Plasmoid.status: {
        // A problem keeps the icon visible, unless Headroom isn't installed or is masked.
        if (trouble.present)
            return ["missing", "masked"].includes(daemon.trouble)
                ? PlasmaCore.Types.PassiveStatus
                : PlasmaCore.Types.ActiveStatus;
        if (level === "critical")
            return PlasmaCore.Types.NeedsAttentionStatus;
        return level === "high" || level === "uneasy" || apps.frozen > 0 || daemon.disabled
            ? PlasmaCore.Types.ActiveStatus
            : PlasmaCore.Types.PassiveStatus;
    }
    toolTipMainText: {
        if (trouble.present)
            return trouble.title;
        if (daemon.state !== Headroom.Daemon.Ready)
            return i18nc("@info:tooltip", "Headroom");
        return i18nc("@info:tooltip %1 level of pressure, such as Calm", "Headroom: %1",
            daemon.disabled ? words.pausedUntil(daemon.disabledUntil) : words.level(level));
    }
    toolTipSubText: [culprit, description, stillness].filter(text => text.length > 0).join("\n")
    toolTipTextFormat: Text.PlainText
    switchWidth: Kirigami.Units.gridUnit * 14
    switchHeight: Kirigami.Units.gridUnit * 14

    Headroom.Words {
        id: words
    }

    Headroom.Daemon {
        id: daemon
    }

    Headroom.Trouble {
        id: trouble
        daemon: daemon
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

    Plasmoid.contextualActions: [
        PlasmaCore.Action {
            text: i18nc("@action:button nothing is done to any application",
                "Pause Headroom for an Hour")
            icon.name: "media-playback-pause"
            visible: daemon.canDisable && !daemon.disabled
            onTriggered: daemon.disableFor(3600)
        }
    ]

    Component.onCompleted: Plasmoid.setInternalAction("configure", configureAction)

    compactRepresentation: Headroom.CompactView {
        level: root.level
        frozen: apps.frozen
        description: i18nc("@info %1 Headroom and its level of pressure, %2 sentences about it",
            "%1. %2", root.toolTipMainText, root.toolTipSubText)

        // The press may already have closed the popup, because that lost the focus.
        property bool wasExpanded: false

        onPressed: wasExpanded = root.expanded
        onClicked: mouse => root.expanded = mouse ? !wasExpanded : !root.expanded
    }

    fullRepresentation: PlasmaExtras.Representation {
        id: full

        readonly property bool looking: view.looking

        // Some containments don't mirror the layout of applets for right-to-left languages.
        LayoutMirroring.enabled: Application.layoutDirection === Qt.RightToLeft
        LayoutMirroring.childrenInherit: true
        Layout.minimumWidth: Kirigami.Units.gridUnit * 18
        Layout.minimumHeight: Kirigami.Units.gridUnit * 24
        Layout.preferredWidth: Kirigami.Units.gridUnit * 26
        Layout.preferredHeight: Kirigami.Units.gridUnit * 34

        header: PlasmaExtras.PlasmoidHeading {
            visible: view.ready

            leftPadding: Kirigami.Units.largeSpacing
            rightPadding: Kirigami.Units.largeSpacing
            contentItem: Headroom.LevelHeader {
                daemon: daemon
                onUsed: view.hideRefusal()
            }
        }

        contentItem: Headroom.FullView {
            id: view

            daemon: daemon
            apps: sorted
            record: record
            frozen: apps.frozen
        }

        footer: PlasmaExtras.PlasmoidHeading {
            visible: view.ready && !footer.empty
            position: PlasmaComponents.ToolBar.Footer

            leftPadding: Kirigami.Units.largeSpacing
            rightPadding: Kirigami.Units.largeSpacing
            topPadding: Kirigami.Units.smallSpacing
            bottomPadding: Kirigami.Units.smallSpacing
            contentItem: Headroom.Footer {
                id: footer

                acts: acts
                room: full.height
                detailed: view.detailed
                capabilities: daemon.capabilities
                onExplanationWanted: KCMUtils.KCMLauncher.openSystemSettings("kcm_headroom",
                    ["capabilities"])
            }
        }
    }
}
