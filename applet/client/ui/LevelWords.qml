// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick

/// Text for the levels on the bus. A word that is newer than this program is shown unchanged.
///
/// Not a singleton: those are created outside of an applet, where its translation domain is not
/// known.
QtObject {
    readonly property var levels: ({
        calm: i18nc("@title how short the machine is of memory, CPU and disk", "Calm"),
        uneasy: i18nc("@title how short the machine is of memory, CPU and disk", "Uneasy"),
        high: i18nc("@title how short the machine is of memory, CPU and disk", "High"),
        critical: i18nc("@title how short the machine is of memory, CPU and disk", "Critical"),
        unknown: i18nc("@title how short the machine is of memory, CPU and disk", "Unknown")
    })
    readonly property var levelSentences: ({
        calm: i18nc("@info level of pressure", "The active app hardly has to wait."),
        uneasy: i18nc("@info level of pressure", "The active app sometimes has to wait."),
        high: i18nc("@info level of pressure", "The active app often has to wait."),
        critical: i18nc("@info level of pressure", "The desktop is about to hang."),
        unknown: i18nc("@info level of pressure", "The kernel does not report how long apps wait.")
    })

    function level(word: string): string {
        return levels[word] ?? word;
    }

    function levelSentence(word: string): string {
        return levelSentences[word] ?? "";
    }

    /// theme: the attached Kirigami.Theme of the item that is coloured.
    function levelColor(word: string, theme: var): color {
        switch (word) {
        case "critical":
            return theme.negativeTextColor;
        case "high":
            return theme.neutralTextColor;
        }
        return theme.textColor;
    }

    /// A sentence from the daemon, for use on its own.
    function capitalised(sentence: string): string {
        return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
    }

    function pausedUntil(when: date): string {
        return i18nc("@title Headroom does nothing until then; %1 a time of day", "Paused until %1",
            time(when));
    }

    /// The time of day, with the date unless it is today.
    function time(when: date): string {
        return timeSeenOn(new Date(), when);
    }

    /// The same, as it is seen on that day.
    function timeSeenOn(day: date, when: date): string {
        return when.toDateString() === day.toDateString()
            ? when.toLocaleTimeString(Qt.locale(), Locale.ShortFormat)
            : when.toLocaleString(Qt.locale(), Locale.ShortFormat);
    }
}
