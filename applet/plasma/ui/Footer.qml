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

    signal explanationWanted

    spacing: Kirigami.Units.smallSpacing

    ActList {
        Layout.fillWidth: true
        acts: footer.acts
    }
    MissingLine {
        Layout.fillWidth: true
        capabilities: footer.capabilities
        onExplanationWanted: footer.explanationWanted()
    }
}
