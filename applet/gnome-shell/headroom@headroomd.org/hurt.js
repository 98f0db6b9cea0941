// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The order of apps, as in the applet (applet/client/apps_by_hurt.cpp) and headroomctl top. Pure.

// As with whole percents, so that nearly equal rows don't swap places all the time.
const MEMORY_STEP = 16 * 1024 * 1024;

const HELD = new Map([['frozen', 0], ['freezing', 0], ['napped', 1]]);

/// The highest pressure on an app, as {what, share}; null: unknown. Among equal ones, the one that
/// hangs a desktop first: memory, disk, CPU.
export function worstWait(measures) {
    const known = ['memory', 'io', 'cpu']
        .map(what => ({what, share: measures && measures[`pressure-${what}`]}))
        .filter(wait => Number.isFinite(wait.share));
    return known.reduce((worst, wait) => !worst || wait.share > worst.share ? wait : worst, null);
}

function rank(app, measures) {
    const wait = worstWait(measures);
    const memory = measures && [measures['memory-needed'], measures.memory].find(Number.isFinite);
    return [
        HELD.has(app.State) ? HELD.get(app.State) : 2,
        wait ? -Math.trunc(wait.share) : 1,
        Number.isFinite(memory) ? -Math.trunc(memory / MEMORY_STEP) : 1,
    ];
}

/// The apps, the worst hit first. measures: by app id.
export function byHurt(apps, measures) {
    const ranked = apps.map(app => ({app, rank: rank(app, measures[app.Id])}));
    ranked.sort((one, other) =>
        one.rank.map((each, at) => each - other.rank[at]).find(difference => difference !== 0) ||
        one.app.Name.localeCompare(other.app.Name) || (one.app.Id < other.app.Id ? -1 : 1));
    return ranked.map(({app}) => app);
}
