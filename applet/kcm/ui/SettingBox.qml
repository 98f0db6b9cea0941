// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// What the controls of one setting have in common: its entry in the schema, and the layout.
RowLayout {
    required property string entry ///< its name in the schema

    readonly property string key: entry.charAt(0).toLowerCase() + entry.slice(1)
    readonly property var facts: kcm.facts(entry)

    spacing: Kirigami.Units.smallSpacing
}
