// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Text for the words on the bus. A word that is newer than this extension is shown unchanged. Each
// function is passed the caller's translation function, because the shell and the preferences have
// different ones.

import {needs} from './needWords.js';

const LONGEST_NAME = 40; // characters

export function level(C_, word) {
    const levels = {
        calm: C_('@title how short the machine is of memory, CPU and disk', 'Calm'),
        uneasy: C_('@title how short the machine is of memory, CPU and disk', 'Uneasy'),
        high: C_('@title how short the machine is of memory, CPU and disk', 'High'),
        critical: C_('@title how short the machine is of memory, CPU and disk', 'Critical'),
        unknown: C_('@title how short the machine is of memory, CPU and disk', 'Unknown'),
    };
    return levels[word] || word;
}

export function levelSentence(C_, word) {
    const sentences = {
        calm: C_('@info level of pressure', 'The active app hardly has to wait.'),
        uneasy: C_('@info level of pressure', 'The active app sometimes has to wait.'),
        high: C_('@info level of pressure', 'The active app often has to wait.'),
        critical: C_('@info level of pressure', 'The desktop is about to hang.'),
        unknown: C_('@info level of pressure', 'The kernel does not report how long apps wait.'),
    };
    return sentences[word] || '';
}

/// The title of a capability.
export function ability(C_, name) {
    const abilities = {
        adopt: C_('@title a thing that Headroom can do; stray: not in a systemd unit of their own',
            'Separate units for apps'),
        audio: C_('@title a thing that Headroom can do', 'Playback and recording detection'),
        clipboard: C_('@title a thing that Headroom can do', 'Clipboard detection'),
        'cpu-weight': C_('@title a thing that Headroom can do',
            'More CPU for the active app'),
        freeze: C_('@title a thing that Headroom can do', 'Pausing apps'),
        'io-weight': C_('@title a thing that Headroom can do',
            'More disk time for the active app'),
        pressure: C_('@title a thing that Headroom can do',
            'Shortage detection'),
        protect: C_('@title a thing that Headroom can do', 'Memory kept for the active app'),
        'record-frozen': C_('@title a thing that Headroom can do', 'Resuming apps after a crash'),
        windows: C_('@title a thing that Headroom can do', 'Window detection'),
    };
    return abilities[name] || name;
}

/// The title with whether the capability works on this machine.
export function verdict(C_, available, title) {
    const word = available
        ? C_('@info of a thing that Headroom can do', 'Works')
        : C_('@info of a thing that Headroom can do', 'Missing');
    return C_('@info first Works or Missing, then a thing that Headroom can do', '%s: %s')
        .replace('%s', () => word).replace('%s', () => title);
}

/// What is not possible on this machine, for a missing capability.
export function inability(C_, name) {
    const inabilities = {
        adopt: C_(
            '@info what is not possible on this machine; stray: not in a systemd unit of their own',
            "Apps sharing a unit can't be managed"),
        'cpu-weight': C_('@info what is not possible on this machine',
            "The active app can't get more CPU"),
        freeze: C_('@info what is not possible on this machine', "Apps can't be paused"),
        'io-weight': C_('@info what is not possible on this machine',
            "The active app can't get more disk time"),
        pressure: C_('@info what is not possible on this machine',
            'Shortage detection unavailable'),
        'record-frozen': C_('@info what is not possible on this machine',
            "Apps can't be paused safely"),
        windows: C_('@info what is not possible on this machine', "Windows can't be detected"),
    };
    return inabilities[name] || name;
}

function state(C_, word) {
    const states = {
        running: '',
        napped: C_('@info state of an application that gets less CPU and disk', 'slowed down'),
        freezing: C_('@info state of an application', 'pausing'),
        frozen: C_('@info state of an application', 'paused'),
    };
    return word in states ? states[word] : word;
}

export function percent(C_, share) {
    return C_('@info share of time in percent', '%d\u00a0%%')
        .replace('%d', Math.round(share)).replace('%%', '%');
}

function waits(C_, wait) {
    const sentences = {
        memory: C_('@info %s share of time', 'waiting for memory %s of the time'),
        io: C_('@info %s share of time', 'waiting for disk %s of the time'),
        cpu: C_('@info %s share of time', 'waiting for CPU %s of the time'),
    };
    return sentences[wait.what].replace('%s', percent(C_, wait.share));
}

/// The one fact about an app that is shown beside its name; may be empty.
export function fact(C_, app, wait) {
    return state(C_, app.State) || (wait && wait.share >= 0.5 ? waits(C_, wait) : '');
}

/// All facts about an app, one a line; may be empty.
export function facts(C_, app, wait, measures) {
    // Of a paused app, the kernel's averages still show the time before.
    const lines = !app.Frozen && wait && wait.share >= 0.5 ? [capitalised(waits(C_, wait))] : [];
    lines.push(...needs(C_, app, measures ?? {}));
    if (app.Reason)
        lines.push(capitalised(app.Reason));
    return lines.join('\n');
}

/// A sentence from the daemon, for use on its own.
export function capitalised(sentence) {
    return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
}

/// Names are untrusted. This returns one line of limited length without invisible characters, as a
/// bidirectional isolate, so that it does not reorder the text around it. A name of which nothing
/// is left can't be clicked or told apart, so the id takes its place.
export function name(text, id) {
    const visible = each => [...each.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '').trim()];
    const plain = [visible(text), visible(id)].find(each => each.length > 0) || [];
    return `\u2068${plain.length > LONGEST_NAME
        ? plain.slice(0, LONGEST_NAME - 1).join('') + '…' : plain.join('')}\u2069`;
}
