// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
import QtQuick

/// The facts about an application that are worth a line, the most important first.
Words {
    function facts(app: AppRow): var {
        const facts = [];
        const state = appState(app.appState);
        if (state.length > 0)
            facts.push(state);
        if (app.focused)
            facts.push(i18nc("@info of an application", "In front"));
        if (app.stalled !== undefined && app.stalled >= 0.5)
            facts.push(stalled(app.stalled, app.stalledFor));
        const memory = memoryOf(app);
        if (memory.length > 0)
            facts.push(memory);
        if (app.rule === "never")
            facts.push(i18nc("@info the user has said that it is never slowed down or frozen", "Never touched"));
        return facts;
    }

    function memoryOf(app: AppRow): string {
        if (app.memory === undefined)
            return "";
        if (app.swap !== undefined && app.swap >= 1048576)
            return i18nc("@info %1 bytes in memory, %2 bytes swapped out", "has %1, and %2 in swap", bytes(app.memory), bytes(app.swap));
        if (app.memoryNeeded === undefined)
            return i18nc("@info %1 bytes in memory", "has %1", bytes(app.memory));
        return i18nc("@info %1 bytes in memory, %2 bytes that it would want back at once", "has %1, needs %2", bytes(app.memory), bytes(app.memoryNeeded));
    }
}
