// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// The last acts, and what does not work on this machine.
ColumnLayout {
    id: footer

    required property Acts acts
    required property var capabilities
    property bool brief: false ///< without the acts
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
