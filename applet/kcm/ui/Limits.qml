// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
pragma ComponentBehavior: Bound

import QtQuick
import QtQuick.Controls as Controls
import org.kde.kcmutils as KCM
import org.kde.kirigami as Kirigami

/// Thresholds and times. Few users need this page.
KCM.SimpleKCM {
    title: i18nc("@title", "Limits and Times")
    header: TroubleMessage {}

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
            from: 0
            to: 3600
            value: kcm.settings.unfocusedSeconds
            unit: i18nc("@item:valuesuffix seconds", " s")
            onChosen: number => kcm.settings.unfocusedSeconds = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox an application",
                "Keep paused for at least:")
            entry: "ShortestHoldSeconds"
            to: 300
            value: kcm.settings.shortestHoldSeconds
            unit: i18nc("@item:valuesuffix seconds", " s")
            onChosen: number => kcm.settings.shortestHoldSeconds = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox an application",
                "Keep paused for at most:")
            entry: "LongestHoldMinutes"
            to: 1440
            value: kcm.settings.longestHoldMinutes
            unit: i18nc("@item:valuesuffix minutes", " min")
            onChosen: number => kcm.settings.longestHoldMinutes = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc(
                "@label:spinbox applications, when nothing had to wait for so long",
                "Resume after calm for:")
            entry: "CalmSeconds"
            to: 600
            value: kcm.settings.calmSeconds
            unit: i18nc("@item:valuesuffix seconds", " s")
            onChosen: number => kcm.settings.calmSeconds = number
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group limits for the share of time",
                "Desktop Waits for Memory")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Uneasy from:")
            entry: "UiMemoryUneasy"
            value: kcm.settings.uiMemoryUneasy
            onChosen: number => kcm.settings.uiMemoryUneasy = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "High from:")
            entry: "UiMemoryHigh"
            value: kcm.settings.uiMemoryHigh
            onChosen: number => kcm.settings.uiMemoryHigh = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Critical from:")
            entry: "UiMemoryCritical"
            value: kcm.settings.uiMemoryCritical
            onChosen: number => kcm.settings.uiMemoryCritical = number
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc(
                "@title:group limits for the share of time; anybody: any process",
                "Any Process Waits for Memory")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Uneasy from:")
            entry: "SystemMemoryUneasy"
            value: kcm.settings.systemMemoryUneasy
            onChosen: number => kcm.settings.systemMemoryUneasy = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "High from:")
            entry: "SystemMemoryHigh"
            value: kcm.settings.systemMemoryHigh
            onChosen: number => kcm.settings.systemMemoryHigh = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Critical from:")
            entry: "SystemMemoryCritical"
            value: kcm.settings.systemMemoryCritical
            onChosen: number => kcm.settings.systemMemoryCritical = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc(
                "@label:spinbox share of all memory that can be had without hurting anybody",
                "Low-memory threshold:")
            entry: "SlackLow"
            from: 0
            value: kcm.settings.slackLow
            onChosen: number => kcm.settings.slackLow = number
        }

        Item {
            Kirigami.FormData.isSection: true
            Kirigami.FormData.label: i18nc("@title:group limits for the share of time; CPU or disk",
                "Desktop Waits for CPU or Disk")
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Uneasy from, CPU:")
            entry: "UiCpuUneasy"
            value: kcm.settings.uiCpuUneasy
            onChosen: number => kcm.settings.uiCpuUneasy = number
        }
        NumberBox {
            Kirigami.FormData.label: i18nc("@label:spinbox level of pressure", "Uneasy from, disk:")
            entry: "UiIoUneasy"
            value: kcm.settings.uiIoUneasy
            onChosen: number => kcm.settings.uiIoUneasy = number
        }
        Controls.Label {
            text: i18nc("@info about the limits above",
                "Share of the time in which a process had to wait.")
            textFormat: Text.PlainText
            font: Kirigami.Theme.smallFont
        }
    }
}
