// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// What people are shown for the words of the bus. One that is newer than this extension is shown as it came. Each function gets the translation from
// whoever shows it, since the shell and the preferences have different ones.

import GLib from 'gi://GLib';

const LONGEST_NAME = 40; // characters

export function level(_, word) {
    // Translators: how short the machine is of memory, CPU and disk.
    const levels = {calm: _('Calm'), uneasy: _('Uneasy'), high: _('Short'), critical: _('Critical'), unknown: _('Unknown')};
    return levels[word] || word;
}

export function levelSentence(_, word) {
    const sentences = {
        calm: _('Nothing in front of you has to wait.'),
        uneasy: _('What is in front of you begins to wait.'),
        high: _('What is in front of you has to wait.'),
        critical: _('The desktop is about to hang.'),
        unknown: _('The kernel does not say who has to wait.'),
    };
    return sentences[word] || '';
}

function state(_, word) {
    // Translators: the state of an app. The first one gets less CPU and disk.
    const states = {running: '', napped: _('slowed down'), freezing: _('being frozen'), frozen: _('frozen')};
    return word in states ? states[word] : word;
}

export function percent(_, share) {
    // Translators: a share of time.
    return _('%d\u00a0%%').replace('%d', Math.round(share)).replace('%%', '%');
}

function waits(_, wait) {
    // Translators: %s is a share of the last ten seconds, "12 %".
    const sentences = {memory: _('waits %s for memory'), io: _('waits %s for the disk'), cpu: _('waits %s for the CPU')};
    return sentences[wait.what].replace('%s', percent(_, wait.share));
}

/// What is to be said of an app beside its name; may be empty.
export function situation(_, app, wait, measures) {
    const parts = [state(_, app.State)];
    if (wait && wait.share >= 0.5)
        parts.push(waits(_, wait));
    if (measures && Number.isFinite(measures['memory-needed'])) {
        // Translators: %s is a size, "1.2 GB".
        parts.push(_('needs %s').replace('%s', GLib.format_size(measures['memory-needed'])));
    }
    return parts.filter(part => part).join(', ');
}

/// A sentence of the daemon's, where it stands alone.
export function capitalised(sentence) {
    return sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1);
}

/// Names come from anybody: one line, nothing invisible in it, of a length that fits, and whichever way it is written it turns nothing around it. One of
/// which nothing is left can't be pressed or told apart: the id then.
export function name(text, id) {
    const visible = each => [...each.replace(/\s+/g, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '').trim()];
    const plain = [visible(text), visible(id)].find(each => each.length > 0) || [];
    return `\u2068${plain.length > LONGEST_NAME ? plain.slice(0, LONGEST_NAME - 1).join('') + '…' : plain.join('')}\u2069`;
}
