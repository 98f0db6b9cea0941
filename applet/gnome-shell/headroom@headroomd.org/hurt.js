// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Who is shown first: as in the applet (applet/client/apps_by_hurt.cpp) and in headroomctl top. Pure.

const MEMORY_STEP = 16 * 1024 * 1024; // with whole percents: what is as good as the same doesn't change places all the time

const HELD = new Map([['frozen', 0], ['freezing', 0], ['napped', 1]]);

/// What somebody waits for most, {what, share}; of two that are as bad, the one that hangs a desktop. null: nothing is known.
export function worstWait(measures) {
    const known = ['memory', 'io', 'cpu'].map(what => ({what, share: measures && measures[`pressure-${what}`]})).filter(wait => Number.isFinite(wait.share));
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

/// The apps, what hurts most first. measures: by id.
export function byHurt(apps, measures) {
    const ranked = apps.map(app => ({app, rank: rank(app, measures[app.Id])}));
    ranked.sort((one, other) => one.rank.map((each, at) => each - other.rank[at]).find(difference => difference !== 0) ||
        one.app.Name.localeCompare(other.app.Name) || (one.app.Id < other.app.Id ? -1 : 1));
    return ranked.map(({app}) => app);
}
