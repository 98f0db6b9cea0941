// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick

/// What a view says first: the state in words, what causes it, and the one thing to do.
QtObject {
    id: situation

    required property var daemon ///< a headroom::client::Daemon
    /// Whether the pointer is on the button. Another app replaces the culprit only while it is not,
    /// because a click is meant for the app that was shown.
    property bool pointed: false
    property int paused: 0 ///< apps to resume while none of them is the cause; 0: don't offer that

    readonly property Trouble trouble: Trouble {
        daemon: situation.daemon
    }
    readonly property LevelWords words: LevelWords {}
    readonly property string level: daemon.disabled || trouble.present ? "unknown" : daemon.level
    readonly property bool isShort: level !== "calm" && level !== "unknown"
    property var culprit: ({
        app: "", summary: "", sentence: "", shortage: "", paused: false, canPause: false
    })
    readonly property bool hasCulprit: isShort && culprit.app.length > 0

    readonly property string title: {
        if (trouble.present)
            return trouble.title;
        return daemon.disabled ? words.pausedUntil(daemon.disabledUntil) : words.level(level);
    }
    readonly property string cause: {
        if (trouble.present)
            return trouble.sentence;
        if (daemon.disabled)
            return "";
        // What is short now may be something else, because the act has taken effect.
        const reason = hasCulprit ? culprit.shortage : daemon.levelReason;
        return isShort && reason.length > 0
            ? words.capitalised(reason)
            : words.levelSentence(level);
    }
    /// What was done to the culprit, or how many apps are paused; may be empty.
    readonly property string consequence: {
        if (hasCulprit)
            return words.capitalised(culprit.summary);
        return isOnlyPaused
            ? i18ncp("@info %1 number of applications", "One app is paused.", "%1 apps are paused.",
                paused)
            : "";
    }
    readonly property bool isOnlyPaused: paused > 0 && !trouble.present && !daemon.disabled
        && !hasCulprit
    /// What the button says; empty: there is nothing to do.
    readonly property string action: {
        if (trouble.present)
            return trouble.action;
        if (daemon.disabled)
            return i18nc("@action:button Headroom acts again", "Resume Headroom");
        if (isOnlyPaused && paused > 1)
            return i18nc("@action:button every paused application", "Resume All");
        if (isOnlyPaused)
            return i18nc("@action:button let the application go on", "Resume");
        if (!hasCulprit)
            return "";
        if (culprit.paused)
            return i18nc("@action:button let the application go on", "Resume");
        return culprit.canPause
            ? i18nc("@action:button stop the application for now", "Pause") : "";
    }
    readonly property string iconName: {
        if (trouble.present)
            return trouble.iconName;
        return hasCulprit && !culprit.paused ? "media-playback-pause" : "media-playback-start";
    }

    readonly property Connections reports: Connections {
        target: situation.daemon

        function onPropertiesChanged(): void {
            situation.follow();
        }
    }

    Component.onCompleted: follow()
    // Later: a finger that is lifted is gone before its click is reported. And a button that
    // vanishes under the pointer must not change what it has vanished for.
    onPointedChanged: Qt.callLater(follow)

    /// When the button got the opposite meaning, in ms since the epoch.
    property double turnedAt: 0
    readonly property int aimed: 500 ///< ms; a click that soon after was meant for what was there

    function follow(): void {
        const now = daemon.culprit;
        if (now.app === culprit.app && now.paused !== culprit.paused)
            turnedAt = Date.now();
        if (!pointed || now.app === culprit.app || now.app.length === 0)
            culprit = now;
    }

    /// Does what the button says.
    function act(): void {
        if (Date.now() - turnedAt < aimed)
            return;
        if (trouble.present)
            trouble.end();
        else if (daemon.disabled)
            daemon.disableFor(0);
        else if (isOnlyPaused)
            daemon.thawAll();
        else if (culprit.paused)
            daemon.thaw(culprit.app);
        else
            daemon.freeze(culprit.app);
        follow();
    }
}
