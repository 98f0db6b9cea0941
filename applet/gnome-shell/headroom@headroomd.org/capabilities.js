// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// What this machine can do, and what it can't. Pure.

/// Worst first, as in the applet (applet/plasma/ui/MissingLine.qml); what isn't among these makes no difference that people would notice.
const ORDER = ['freeze', 'windows', 'pressure', 'cpu-weight', 'adopt', 'io-weight', 'record-frozen'];

function named(name, [available, reason, remedy]) {
    return {name, available, reason, remedy};
}

/// The one to tell people of; null: there is none. capabilities: as on the bus.
export function worstMissing(capabilities) {
    const worst = ORDER.find(name => capabilities[name] && !capabilities[name][0]);
    return worst ? named(worst, capabilities[worst]) : null;
}

/// All of them: what is missing, then what works, each by name.
export function missingFirst(capabilities) {
    return Object.keys(capabilities).sort().map(name => named(name, capabilities[name])).sort((one, other) => one.available - other.available);
}
