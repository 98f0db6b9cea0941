// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Controls as Controls
import QtQuick.Layouts
import org.kde.kirigami as Kirigami

/// Small print below a choice that explains it.
Controls.Label {
    textFormat: Text.PlainText
    font: Kirigami.Theme.smallFont
    wrapMode: Text.Wrap
    Layout.maximumWidth: Kirigami.Units.gridUnit * 20
}
