// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import org.kde.kirigami as Kirigami

/// The level as a shape: a vessel that fills and overflows.
Kirigami.Icon {
    id: icon

    required property string level

    readonly property list<string> drawn: ["calm", "uneasy", "high", "critical"]

    source: "headroom-" + (drawn.includes(level) ? level : "unknown") + "-symbolic"
    fallback: "speedometer"
    isMask: true
    Accessible.ignored: true
}
