// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Run once, when somebody wants an application to quit: a script hears no signals, so the one that reports windows can't be told. Asks which windows, and
// closes them as a click on their buttons would. Dialogs are left to the windows that they belong to.

const name = "org.headroomd.Headroom1.Compositor";

callDBus(name, "/org/headroomd/Headroom1", name, "Report", JSON.stringify({ source: "kwin", sent: Date.now(), type: "ask" }), function (wish) {
    const [what, ...ids] = wish.split(" ");
    if (what !== "close")
        return;
    const meant = workspace.windowList().filter(window => ids.includes(String(window.internalId)));
    meant.filter(window => !meant.includes(window.transientFor)).forEach(window => window.closeWindow());
});
