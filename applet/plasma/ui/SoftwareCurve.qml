// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick
import QtQuick.Shapes

/// What WaitCurve shows, without a shader.
Shape {
    id: curve

    required property var values ///< oldest first
    required property real most  ///< the value at the top of the item
    required property color inkColor

    readonly property var points: values.map((value, i) => Qt.point(
        width * (values.length > 1 ? i / (values.length - 1) : 1),
        height * (1 - Math.min(value, most) / most)))

    ShapePath {
        strokeColor: "transparent"
        fillColor: Qt.alpha(curve.inkColor, 0.3)

        PathPolyline {
            path: curve.points.length < 2
                ? []
                : [Qt.point(0, curve.height), ...curve.points,
                    Qt.point(curve.width, curve.height)]
        }
    }
    ShapePath {
        strokeColor: curve.inkColor
        strokeWidth: 1.5
        fillColor: "transparent"

        PathPolyline {
            path: curve.points
        }
    }
}
