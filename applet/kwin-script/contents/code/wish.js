// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Runs once when an app is to be closed, or to be minimised so that it can be paused. It is a
// script of its own because main.js can't be notified: KWin scripts receive no D-Bus signals. It
// requests the list of windows, and closes them as a click on their close buttons would. A dialog
// whose parent is closed, too, is left to its parent.

const name = "org.headroomd.Headroom1.Compositor";

callDBus(name, "/org/headroomd/Headroom1", name, "Report",
    JSON.stringify({ source: "kwin", sent: Date.now(), type: "ask" }), function (wish) {
        const [what, ...ids] = wish.split(" ");
        const meant = workspace.windowList().filter(
            window => ids.includes(String(window.internalId)));
        if (what === "close")
            meant.filter(window => !meant.includes(window.transientFor))
                .forEach(window => window.closeWindow());
        else if (what === "minimise")
            meant.forEach(window => window.minimized = true);
    });
