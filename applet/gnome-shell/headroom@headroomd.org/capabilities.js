// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// What works on this machine, and what does not. Pure.

/// Worst first, as in the applet (applet/plasma/ui/MissingLine.qml). Users would not notice that
/// any other is missing.
const ORDER = [
    'freeze', 'windows', 'pressure', 'cpu-weight', 'adopt', 'io-weight', 'record-frozen'];

function named(name, [available, reason, remedy]) {
    return {name, available, reason, remedy};
}

/// The missing capability to show to the user; null: none. capabilities: as on the bus.
export function worstMissing(capabilities) {
    const worst = ORDER.find(name => capabilities[name] && !capabilities[name][0]);
    return worst ? named(worst, capabilities[worst]) : null;
}

/// All capabilities: what is missing, then what works, each sorted by name.
export function missingFirst(capabilities) {
    return Object.keys(capabilities).sort().map(name => named(name, capabilities[name]))
        .sort((one, other) => one.available - other.available);
}

/// The command in a remedy, complete and fit to be pasted; '': it has none. It begins the text or
/// follows a colon, and a semicolon may end it. The text around it may be in any language.
export function commandIn(remedy) {
    return remedy.match(/(?:^|[:：] ?)((?:sudo|systemctl|headroomctl)(?: [!-:<-~]+)+)/)?.[1] ?? '';
}
