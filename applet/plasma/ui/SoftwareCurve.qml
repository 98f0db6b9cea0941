// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Shapes
import org.kde.kirigami as Kirigami

/// A row of values as a curve over a filled area, the last one at the right edge.
///
/// This is not a LineChart of QuickCharts, which needs a shader. It stays empty where Qt renders in
/// software, as in many virtual machines.
Rectangle {
    id: curve

    required property var values ///< oldest first
    required property real most  ///< the value at the top of the item

    readonly property var points: values.map((value, i) => Qt.point(
        area.width * (values.length > 1 ? i / (values.length - 1) : 1),
        area.height * (1 - Math.min(value, most) / most)))

    color: "transparent"
    border.color: Kirigami.ColorUtils.linearInterpolation(Kirigami.Theme.backgroundColor,
        Kirigami.Theme.textColor, 0.2)
    border.width: 1
    radius: Kirigami.Units.cornerRadius

    Shape {
        id: area

        anchors.fill: parent
        anchors.margins: 2
        visible: curve.values.length > 1

        ShapePath {
            strokeColor: "transparent"
            fillColor: Qt.alpha(Kirigami.Theme.highlightColor, 0.3)

            PathPolyline {
                path: curve.points.length < 2
                    ? []
                    : [Qt.point(0, area.height), ...curve.points, Qt.point(area.width, area.height)]
            }
        }
        ShapePath {
            strokeColor: Kirigami.Theme.highlightColor
            strokeWidth: 1.5
            fillColor: "transparent"

            PathPolyline {
                path: curve.points
            }
        }
    }
}
