// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick

/// Text for the words on the bus. A word that is newer than this applet is shown unchanged.
///
/// Not a singleton: those are created outside of the applet, where its translation domain is not
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
    readonly property var states: ({
        napped: i18nc("@info state of an application that gets less CPU and disk", "Slowed down"),
        freezing: i18nc("@info state of an application", "Pausing"),
        frozen: i18nc("@info state of an application", "Paused")
    })
    readonly property var resources: ({
        memory: i18nc("@title of a chart: how much is waited for memory", "Memory"),
        io: i18nc("@title of a chart: how much is waited for the disk", "Disk"),
        cpu: i18nc("@title of a chart: how much is waited for the CPU", "CPU")
    })
    readonly property var capabilities: ({
        adopt: i18nc(
            "@info what is not possible on this machine; stray: not in a systemd unit of their own",
            "Apps sharing a unit can't be managed"),
        "cpu-weight": i18nc("@info what is not possible on this machine",
            "The active app can't get more CPU"),
        freeze: i18nc("@info what is not possible on this machine", "Apps can't be paused"),
        "io-weight": i18nc("@info what is not possible on this machine",
            "The active app can't get more disk time"),
        pressure: i18nc("@info what is not possible on this machine",
            "Shortage detection unavailable"),
        "record-frozen": i18nc("@info what is not possible on this machine",
            "Paused apps could not be resumed after a crash"),
        windows: i18nc("@info what is not possible on this machine", "Windows can't be detected")
    })

    function level(word: string): string {
        return levels[word] ?? word;
    }

    function levelSentence(word: string): string {
        return levelSentences[word] ?? "";
    }

    /// What the level means. While nothing is known yet, or Headroom is paused, it means nothing.
    function stateSentence(daemon: Daemon): string {
        return daemon.state !== Daemon.Ready || daemon.disabled ? "" : levelSentence(daemon.level);
    }

    /// What was done to the culprit, in one line. Empty: nothing is short, or there is no culprit.
    function culpritSentence(daemon: Daemon): string {
        const isShort = daemon.state === Daemon.Ready && daemon.trouble.length === 0
            && !daemon.disabled && !["calm", "unknown"].includes(daemon.level);
        return isShort ? capitalised(daemon.culprit.summary) : "";
    }

    function appState(word: string): string {
        return word === "running" ? "" : states[word] ?? word;
    }

    function capability(name: string): string {
        return capabilities[name] ?? name;
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

    function percent(value: real): string {
        return i18nc("@info share of time in percent", "%1 %",
            Math.round(value).toLocaleString(Qt.locale(), "f", 0));
    }

    function bytes(value: real): string {
        return Qt.locale().formattedDataSize(value, 1);
    }

    /// The share of time for which an app has stalled, with the resource.
    function stalled(share: real, resource: string): string {
        switch (resource) {
        case "memory":
            return i18nc("@info %1 share of time", "waiting for memory %1 of the time",
                percent(share));
        case "io":
            return i18nc("@info %1 share of time", "waiting for disk %1 of the time",
                percent(share));
        case "cpu":
            return i18nc("@info %1 share of time", "waiting for CPU %1 of the time",
                percent(share));
        }
        return "";
    }

    /// A foreign name as a bidirectional isolate, for use within a sentence.
    function isolated(name: string): string {
        return String.fromCodePoint(0x2068) + name + String.fromCodePoint(0x2069);
    }

    /// The time of day, with the date unless it is today.
    function time(when: date): string {
        const today = when.toDateString() === new Date().toDateString();
        return today
            ? when.toLocaleTimeString(Qt.locale(), Locale.ShortFormat)
            : when.toLocaleString(Qt.locale(), Locale.ShortFormat);
    }
}
