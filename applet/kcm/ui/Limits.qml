// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// Thresholds, times and weights. Few users need this page.
KCM.SimpleKCM {
    id: page

    readonly property string seconds: i18nc("@info unit of the number beside it: seconds", "s")
    readonly property string minutes: i18nc("@info unit of the number beside it: minutes", "min")

    title: i18nc("@title", "Limits")
    header: TroubleMessage {}

    function shareOf(weight: int): string {
        return i18nc("@info what a weight comes to; %1 a percentage", "%1 % against one busy app",
            Math.round(100 * weight / (weight + 100)));
    }

    Kirigami.FormLayout {
        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group limits for freezing applications",
                "Pausing")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc(
                "@label:spinbox applications that had the focus so lately are not frozen",
                "Don't pause apps used in the last:")
            entry: "UnfocusedSeconds"
            unit: page.seconds
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox an application",
                "Keep paused for at least:")
            entry: "ShortestHoldSeconds"
            unit: page.seconds
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox an application",
                "Keep paused for at most:")
            entry: "LongestHoldMinutes"
            unit: page.minutes
        }
        NumberBox {
            Kirigami.FormData.label: i18nc(
                "@label:spinbox applications, when nothing had to wait for so long",
                "Resume after calm for:")
            entry: "CalmSeconds"
            unit: page.seconds
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group limits for the share of time",
                "Desktop Waits for Memory")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Uneasy from:")
            entry: "UiMemoryUneasy"
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "High from:")
            entry: "UiMemoryHigh"
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Critical from:")
            entry: "UiMemoryCritical"
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group limits for the share of time",
                "Any Process Waits for Memory")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Uneasy from:")
            entry: "SystemMemoryUneasy"
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "High from:")
            entry: "SystemMemoryHigh"
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group limits for the share of time",
                "All Processes Wait for Memory")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Critical from:")
            entry: "SystemMemoryCritical"
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group limit for the share of all memory",
                "Available Memory")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc(
                "@label:spinbox share of all memory that can be had without hurting anybody",
                "Low-memory threshold:")
            entry: "SlackLow"
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group limits for the share of time; CPU or disk",
                "Desktop Waits for CPU or Disk")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Uneasy from, CPU:")
            entry: "UiCpuUneasy"
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Uneasy from, disk:")
            entry: "UiIoUneasy"
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group of CPU and disk weights",
                "Weights")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox weight of the application in front",
                "Active app, CPU:")
            entry: "CpuWeight"
            stepSize: 100
            unit: page.shareOf(kcm.settings.cpuWeight)
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox weight of the application in front",
                "Active app, disk:")
            entry: "IoWeight"
            stepSize: 100
            unit: page.shareOf(kcm.settings.ioWeight)
        }
        NumberBox {
            Kirigami.FormData.label: i18nc(
                "@label:spinbox weight of an application that is slowed down",
                "Slowed down:")
            entry: "NapWeight"
            stepSize: 5
            unit: page.shareOf(kcm.settings.napWeight)
        }
    }
}
