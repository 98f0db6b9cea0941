// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// The last acts, and what does not work on this machine. The acts give way to apps.
ColumnLayout {
    id: footer

    required property Acts acts
    required property var capabilities
    required property real room ///< the height of the whole applet
    property bool detailed: false ///< whether the details of an app need the room

    /// Without the acts. In less than this there would not be room for two apps as well.
    readonly property bool brief: detailed || room < Kirigami.Units.gridUnit * 30
    readonly property bool empty: brief && missing.missing.length === 0

    signal explanationWanted

    spacing: Kirigami.Units.smallSpacing

    ActList {
        Layout.fillWidth: true
        visible: !footer.brief
        acts: footer.acts
    }
    MissingLine {
        id: missing

        Layout.fillWidth: true
        capabilities: footer.capabilities
        onExplanationWanted: footer.explanationWanted()
    }
}
