// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// What is wrong with the daemon itself, in words, and the one thing to do about it. Pure.

const numbers = version => version.split('.').map(Number);

/// Below 0: the first version is older; above 0: it is newer; 0: they are the same, or one of them
/// is unknown.
export function compared(one, other) {
    if (!one || !other)
        return 0;
    const [first, second] = [numbers(one), numbers(other)];
    const at = first.findIndex((each, index) => each !== second[index]);
    return at < 0 ? 0 : first[at] - second[at] || 0;
}

/// {title, sentence, action, act}: act is the method of Daemon that does it; null: nothing is
/// wrong. state, unmaskCommand: of Daemon.
export function trouble(C_, {state, unmaskCommand}) {
    const start = {act: 'start', action: C_('@action:button', 'Start Headroom')};
    const all = {
        stopped: {
            title: C_('@info', 'Headroom Is Not Running'),
            sentence: '',
            ...start},
        failed: {
            title: C_('@info', 'Headroom Has Failed'),
            sentence: C_('@info it: Headroom', 'It crashed or could not start. No app is paused.'),
            ...start},
        masked: {
            title: C_('@info', 'Headroom Is Not Running'),
            sentence: C_('@info it: Headroom; masked: systemd must not start it; %s a command',
                "It is masked, so it can't start. To allow it again: %s")
                .replace('%s', () => unmaskCommand),
            action: '',
            act: ''},
        missing: {
            title: C_('@info', 'Headroom Is Not Installed'),
            sentence: C_('@info headroomd is a package', 'This extension needs headroomd.'),
            action: '',
            act: ''},
        older: {
            title: C_('@info', 'Headroom Has Been Updated'),
            sentence: C_('@info', 'The previous version is still running.'),
            act: 'restart',
            action: C_('@action:button', 'Restart Headroom')},
        newer: {
            title: C_('@info', 'Headroom Has Been Updated'),
            sentence: C_('@info', "This extension doesn't match the running version."),
            act: 'logOut',
            action: C_('@action:button', 'Log Out…')},
    };
    return all[state] ?? null;
}
