// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Shapes
import org.kde.kirigami as Kirigami

/// A row of figures as a curve over a filled area, the last one at the right edge.
///
/// Not a LineChart of QuickCharts: that one is drawn by a shader, and stays empty wherever Qt renders in software, as in many a virtual machine.
Rectangle {
    id: curve

    required property var values ///< oldest first
    required property real most  ///< the value that is as high as the item

    readonly property var points: values.map((value, i) => Qt.point(area.width * (values.length > 1 ? i / (values.length - 1) : 1), area.height * (1 - Math.min(value, most) / most)))

    color: "transparent"
    border.color: Kirigami.ColorUtils.linearInterpolation(Kirigami.Theme.backgroundColor, Kirigami.Theme.textColor, 0.2)
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
                path: curve.points.length < 2 ? [] : [Qt.point(0, area.height), ...curve.points, Qt.point(area.width, area.height)]
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
