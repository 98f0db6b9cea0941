// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Layouts
import org.kde.kirigami as Kirigami
import org.kde.plasma.components as PlasmaComponents

/// The worst missing capability, and a button that opens the page with the reason and the remedy.
RowLayout {
    id: line

    required property var capabilities ///< { name, available, reason, remedy } each

    /// Worst first. Users would not notice that any other is missing.
    readonly property list<string> order: [
        "freeze", "windows", "pressure", "cpu-weight", "adopt", "io-weight", "record-frozen"]
    readonly property var missing: order.map(name => capabilities.find(each => each.name === name))
        .filter(each => each !== undefined && !each.available)

    signal explanationWanted

    visible: missing.length > 0
    spacing: Kirigami.Units.smallSpacing

    Words {
        id: words
    }

    Kirigami.Icon {
        Layout.preferredWidth: Kirigami.Units.iconSizes.smallMedium
        Layout.preferredHeight: Kirigami.Units.iconSizes.smallMedium
        source: "emblem-information"
        fallback: "dialog-information"
    }

    PlasmaComponents.Label {
        objectName: "missing"
        Layout.fillWidth: true
        text: line.missing.length === 0 ? "" : words.capability(line.missing[0].name)
        textFormat: Text.PlainText
        wrapMode: Text.Wrap
        maximumLineCount: 2
        elide: Text.ElideRight
        font: Kirigami.Theme.smallFont
    }

    PlasmaComponents.Button {
        objectName: "explain"
        text: i18nc("@action:button opens the page that says what to do about something missing",
            "How to Fix…")
        onClicked: line.explanationWanted()
    }
}
