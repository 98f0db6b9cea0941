// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick

/// The facts about an app: those worth a line, the most important first; and those about its
/// memory.
Words {
    function facts(app: AppRow): var {
        const facts = [];
        const state = appState(app.appState);
        if (state.length > 0)
            facts.push(state);
        if (app.focused)
            facts.push(i18nc("@info of an application", "Active"));
        // The kernel's averages of a paused app still fall for a while.
        if (!app.isFrozen && app.stalled !== undefined && app.stalled >= 0.5)
            facts.push(stalled(app.stalled, app.stalledFor));
        if (app.rule === "never")
            facts.push(i18nc("@info the user has said that it is never slowed down or frozen",
                "Never slowed down or paused"));
        return facts;
    }

    /// Leaves out what is unknown, and swap that is too little to matter.
    function memoryOf(app: AppRow): string {
        const parts = [];
        if (app.memory !== undefined)
            parts.push(i18nc("@info %1 bytes in memory", "%1 in memory", bytes(app.memory)));
        if (app.memoryNeeded !== undefined && app.needMeasured && app.lastNeed !== undefined)
            parts.push(i18nc(
                "@info of an application; %1 bytes without which it would wait, %2 date",
                "%1 needed, as measured on %2", bytes(app.memoryNeeded), day(app.lastNeedDay)));
        else if (app.memoryNeeded !== undefined && app.needMeasured)
            parts.push(i18nc("@info of an application; %1 bytes without which it would wait",
                "%1 needed, as measured", bytes(app.memoryNeeded)));
        else if (app.memoryNeeded !== undefined)
            parts.push(i18nc("@info of an application; %1 bytes that it would want back at once",
                "%1 in use", bytes(app.memoryNeeded)));
        if (app.swap !== undefined && app.swap >= 1048576)
            parts.push(i18nc("@info of an application; %1 bytes that it has there", "%1 in swap",
                bytes(app.swap)));
        return parts.join(i18nc("between what an application has in memory, needs, and has in swap",
            ", "));
    }

    /// The measurement's progress. Or its result, unless memoryOf() has it. Or why there is none,
    /// unless the row shows that as the last act.
    function needOf(app: AppRow): string {
        if (app.measuring && app.needAtMost !== undefined)
            return i18nc("@info:progress %1 bytes of an application that are still in memory",
                "Measuring: %1 needed at most so far…", bytes(app.needAtMost));
        if (app.measuring)
            return i18nc("@info:progress",
                "Measuring begins once the app has been unused for a minute…");
        if (app.needMeasured)
            return "";
        if (app.lastNeed !== undefined)
            return i18nc("@info of an application; %1 bytes, %2 date",
                "%1 needed when it was measured on %2", bytes(app.lastNeed), day(app.lastNeedDay));
        return app.notMeasured === app.reason ? "" : capitalised(app.notMeasured);
    }

    function day(when: date): string {
        return when.toLocaleDateString(Qt.locale(), Locale.ShortFormat);
    }
}
