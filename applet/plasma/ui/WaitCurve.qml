// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import org.kde.kirigami as Kirigami
import org.kde.quickcharts as Charts

/// A row of values as a curve over a filled area, the last one at the right edge. QuickCharts draws
/// it with a shader. Where Qt renders in software, as in many virtual machines, such a chart stays
/// empty, and SoftwareCurve takes its place.
Rectangle {
    id: curve

    required property var values ///< oldest first
    required property real most  ///< the value at the top of the item
    required property color inkColor

    color: "transparent"
    border.color: Kirigami.ColorUtils.linearInterpolation(Kirigami.Theme.backgroundColor,
        Kirigami.Theme.textColor, 0.2)
    border.width: 1
    radius: Kirigami.Units.cornerRadius

    Loader {
        anchors.fill: parent
        anchors.margins: 2
        visible: curve.values.length > 1
        sourceComponent: GraphicsInfo.api === GraphicsInfo.Software ? software : shaded
    }

    Component {
        id: shaded

        Charts.LineChart {
            direction: Charts.XYChart.ZeroAtStart
            lineWidth: 1.5
            fillOpacity: 0.3
            yRange.from: 0
            yRange.to: curve.most
            yRange.automatic: false
            xRange.from: 0
            xRange.to: curve.values.length
            xRange.automatic: false
            valueSources: Charts.ArraySource {
                array: curve.values
            }
            colorSource: Charts.SingleValueSource {
                value: curve.inkColor
            }
        }
    }

    Component {
        id: software

        SoftwareCurve {
            values: curve.values
            most: curve.most
            inkColor: curve.inkColor
        }
    }
}
