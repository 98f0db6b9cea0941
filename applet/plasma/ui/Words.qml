// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick

/// Text for the words on the bus.
LevelWords {
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
            "Apps can't be paused safely"),
        windows: i18nc("@info what is not possible on this machine", "Windows can't be detected")
    })

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
}
