// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Reports windows to Headroom in the format of Compositor.Report, which is in
// dbus/org.headroomd.Headroom1.xml. A report is one JSON string, because the D-Bus type of a number
// would depend on how JavaScript stores it. Titles are not sent, to protect the user's privacy.

// This name can't be activated: a user who stops Headroom wants it stopped.
const name = "org.headroomd.Headroom1.Compositor";
const path = "/org/headroomd/Headroom1";

function send(report) {
    report.source = "kwin";
    report.sent = Date.now();
    callDBus(name, path, name, "Report", JSON.stringify(report), function (wish) {
        if (wish === "snapshot")
            sendSnapshot();
    });
}

function isShell(window) {
    return !window.managed || window.desktopWindow || window.dock || window.notification ||
        window.criticalNotification || window.appletPopup || window.onScreenDisplay ||
        window.popupWindow || window.splash || window.inputMethod ||
        (window.specialWindow && !window.normalWindow && !window.dialog);
}

function touches(screen, frame) {
    const area = screen.geometry;
    return frame.x < area.x + area.width && area.x < frame.x + frame.width &&
        frame.y < area.y + area.height && area.y < frame.y + frame.height;
}

// The desktops shown where the window is. From KWin 6.7 on, each screen may show a desktop of its
// own. A window that reaches into a second screen may be visible on either.
function desktopsShownAt(window) {
    if (typeof workspace.currentDesktopForScreen !== "function")
        return [workspace.currentDesktop];
    const screens = workspace.screens.filter(function (screen) {
        return screen === window.output || touches(screen, window.frameGeometry);
    });
    return (screens.length > 0 ? screens : workspace.screens).map(function (screen) {
        return workspace.currentDesktopForScreen(screen) || workspace.currentDesktop;
    });
}

function isOnCurrentDesktop(window) {
    return window.onAllDesktops || desktopsShownAt(window).some(function (desktop) {
        return window.desktops.indexOf(desktop) !== -1;
    });
}

// Plasma's activities. A window that names none is on all of them.
function isOnCurrentActivity(window) {
    const on = window.activities || [];
    return on.length === 0 || !workspace.currentActivity ||
        on.indexOf(workspace.currentActivity) !== -1;
}

function idOf(window) {
    return String(window.internalId);
}

function describe(window) {
    return {
        id: idOf(window),
        pid: window.pid > 0 ? window.pid : 0,
        app: String(window.desktopFileName || window.resourceClass || ""),
        kind: isShell(window) ? "shell" : "normal",
        hidden: window.minimized || window.hidden || !isOnCurrentDesktop(window) ||
            !isOnCurrentActivity(window),
        fullscreen: window.fullScreen
    };
}

function focusedId() {
    return workspace.activeWindow ? idOf(workspace.activeWindow) : null;
}

function sendSnapshot() {
    send({ type: "snapshot", windows: workspace.windowList().map(describe), focus: focusedId() });
}

function sendWindow(window) {
    if (!window.deleted)
        send({ type: "window", window: describe(window) });
}

function follow(window) {
    const changed = function () { sendWindow(window); };
    window.minimizedChanged.connect(changed);
    window.hiddenChanged.connect(changed);
    window.desktopsChanged.connect(changed);
    if (window.activitiesChanged)
        window.activitiesChanged.connect(changed);
    if (window.outputChanged)
        window.outputChanged.connect(changed);
    window.fullScreenChanged.connect(changed);
    window.desktopFileNameChanged.connect(changed);
    window.windowClassChanged.connect(changed);
    // The window was asked to close, or was activated, and didn't answer. An app that Headroom has
    // frozen can't answer. KWin would soon offer to kill it.
    window.unresponsiveChanged.connect(function () {
        if (window.unresponsive)
            send({ type: "awaited", id: idOf(window) });
    });
}

workspace.windowAdded.connect(function (window) {
    follow(window);
    sendWindow(window);
});
workspace.windowRemoved.connect(function (window) {
    send({ type: "gone", id: idOf(window) });
});
workspace.windowActivated.connect(function (window) {
    send({ type: "focus", focus: window ? idOf(window) : null });
});
workspace.currentDesktopChanged.connect(sendSnapshot);
if (workspace.currentActivityChanged)
    workspace.currentActivityChanged.connect(sendSnapshot);
if (workspace.screensChanged)
    workspace.screensChanged.connect(sendSnapshot);

workspace.windowList().forEach(follow);
sendSnapshot();
