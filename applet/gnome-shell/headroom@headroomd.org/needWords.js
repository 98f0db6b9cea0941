// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later

// Text for what an app needs in memory, and for how it is measured. C_ as in words.js.

import GLib from 'gi://GLib';

const NOON = 12; // no time zone makes it another day

function bytes(count) {
    return GLib.format_size_full(count, GLib.FormatSizeFlags.IEC_UNITS);
}

/// Of the last measurement, as a date; '': it is not known.
function day(measures) {
    const [year, month, date] = (measures['memory-needed-last-day'] ?? '').split('-').map(Number);
    return date ? GLib.DateTime.new_local(year, month, date, NOON, 0, 0)?.format('%x') ?? '' : '';
}

function filled(words, ...values) {
    return values.reduce((text, value) => text.replace('%s', () => value), words);
}

/// What it needs now.
function need(C_, measures) {
    const found = bytes(measures['memory-needed']);
    if (!measures['memory-needed-measured']) {
        const used = C_('@info %s bytes that an application would want back at once', '%s in use');
        return filled(used, found);
    }
    const dated = C_(
        '@info of an application; first bytes without which it would wait, then a date',
        '%s needed, as measured on %s');
    const undated = C_('@info %s bytes without which an application would wait',
        '%s needed, as measured');
    return day(measures) ? filled(dated, found, day(measures)) : filled(undated, found);
}

/// The measurement's progress. Or its result, unless need() has it. Or why there is none, unless
/// that is the last act. '': nothing to show.
function measurement(C_, app, measures) {
    const {'under-way': isUnderWay, now, sentence, needed} = app.Measurement ?? {};
    if (isUnderWay && Number.isFinite(now)) {
        const words = C_('@info:progress %s bytes of an application that are still in memory',
            'Measuring: %s needed at most so far…');
        return filled(words, bytes(now));
    }
    if (isUnderWay)
        return C_('@info:progress', 'Measuring begins once the app has been unused for a minute…');
    if (measures['memory-needed-measured'])
        return '';
    if (day(measures)) {
        const words = C_('@info of an application; first bytes, then a date',
            '%s needed when it was measured on %s');
        return filled(words, bytes(measures['memory-needed-last']), day(measures));
    }
    return sentence && !Number.isFinite(needed) && sentence !== app.Reason
        ? sentence.charAt(0).toLocaleUpperCase() + sentence.slice(1) : '';
}

/// Both, one a line; without what is not known.
export function needs(C_, app, measures) {
    const known = Number.isFinite(measures['memory-needed']) ? need(C_, measures) : '';
    return [known, measurement(C_, app, measures)].filter(line => line !== '');
}
