// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// What works on this machine, and the remedy for what does not.
KCM.ScrollViewKCM {
    id: page

    readonly property var titles: ({
        adopt: i18nc(
            "@title a thing that Headroom can do; stray: not in a systemd unit of their own",
            "Separate units for apps"),
        audio: i18nc("@title a thing that Headroom can do", "Playback and recording detection"),
        clipboard: i18nc("@title a thing that Headroom can do", "Clipboard detection"),
        "cpu-weight": i18nc("@title a thing that Headroom can do",
            "More CPU for the active app"),
        freeze: i18nc("@title a thing that Headroom can do", "Pausing apps"),
        "io-weight": i18nc("@title a thing that Headroom can do",
            "More disk time for the active app"),
        pressure: i18nc("@title a thing that Headroom can do",
            "Shortage detection"),
        protect: i18nc("@title a thing that Headroom can do", "Memory kept for the active app"),
        "record-frozen": i18nc("@title a thing that Headroom can do",
            "Resuming apps after a crash"),
        windows: i18nc("@title a thing that Headroom can do", "Window detection")
    })

    title: i18nc("@title", "What Works on This Computer")
    header: TroubleMessage {}

    view: ListView {
        id: list

        objectName: "capabilities"
        clip: true
        model: kcm.daemon.capabilities.slice().sort((one, other) => one.available - other.available)
        Accessible.name: page.title
        delegate: CapabilityRow {
            width: ListView.view.width
            title: page.titles[modelData.name] ?? modelData.name
        }

        Kirigami.PlaceholderMessage {
            anchors.centerIn: parent
            width: parent.width - Kirigami.Units.gridUnit * 4
            visible: list.count === 0
            text: i18nc("@info it: Headroom", "It checks this computer when it starts.")
        }
    }
}
