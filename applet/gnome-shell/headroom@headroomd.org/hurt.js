// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// The order of apps, and what each waits for, as the daemon reports both. Pure.

/// The highest pressure on an app, as {what, share}; null: unknown.
export function worstWait(measures) {
    const what = measures && measures['worst-pressure'];
    const share = what && measures[`pressure-${what}`];
    return Number.isFinite(share) ? {what, share} : null;
}

/// The apps, the worst hit first; those without figures last. measures: by app id.
export function byHurt(apps, measures) {
    const rank = ({Id: id}) => {
        const known = measures[id] && measures[id]['hurt-rank'];
        return Number.isFinite(known) ? known : Number.MAX_SAFE_INTEGER;
    };
    return [...apps].sort((one, other) => rank(one) - rank(other) ||
        one.Name.localeCompare(other.Name) || (one.Id < other.Id ? -1 : 1));
}
