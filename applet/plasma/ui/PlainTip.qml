// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import org.kde.plasma.components as PlasmaComponents

/// A tool tip for text with names of apps. Plasma's own shows text as markup, and drops ampersands.
PlasmaComponents.ToolTip {
    id: tip

    x: 0
    y: parent ? parent.height : 0
    width: parent ? Math.min(implicitWidth, parent.width) : implicitWidth

    contentItem: PlasmaComponents.Label {
        text: tip.text
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
    }
}
