// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <climits>
#include <sys/inotify.h>
#include <unistd.h>

namespace headroom {

/// Reads what has come, once, and hands on each event (a const inotify_event &, whose name is only there if its len isn't 0). What doesn't fit keeps the
/// descriptor readable, so that others get their turn before it: some seventy at once are units that are opened, then applied, in a few milliseconds.
/// False: nothing had come.
template<typename Take> bool take_inotify_events(int inotify, Take &&take)
{
    alignas(inotify_event) std::array<char, 16 * (sizeof(inotify_event) + NAME_MAX + 1)> buffer; // not zeroed: only what is read is touched
    const ssize_t got = read(inotify, buffer.data(), buffer.size());
    if (got <= 0)
        return false;
    for (const char *at = buffer.data(); at < buffer.data() + got;) {
        const auto &seen = *reinterpret_cast<const inotify_event *>(at);
        at += sizeof(inotify_event) + seen.len;
        take(seen);
    }
    return true;
}

} // namespace headroom
