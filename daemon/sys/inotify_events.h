// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/unique_fd.h"

#include <array>
#include <climits>
#include <sys/inotify.h>
#include <unistd.h>

namespace headroom {

/// An inotify instance. Closing it takes the kernel a while, so that is done in a thread.
class Inotify {
public:
    Inotify() = default;
    Inotify(Inotify &&) noexcept = default;
    Inotify &operator=(Inotify &&other) noexcept;
    Inotify(const Inotify &) = delete;
    Inotify &operator=(const Inotify &) = delete;
    ~Inotify();

    /// A new instance, without watches. False: the user has as many as fs.inotify.max_user_instances.
    [[nodiscard]] bool open();
    void close();

    [[nodiscard]] int get() const { return m_fd.get(); } ///< below 0: it is closed
    explicit operator bool() const { return static_cast<bool>(m_fd); }

private:
    UniqueFd m_fd;
};

/// Reads what has come, once, and hands on each event (a const inotify_event &, whose name is only there if its len isn't 0). What doesn't fit keeps the
/// descriptor readable, so that others get their turn before it: some seventy at once are units that are opened, then applied, in a few milliseconds.
/// False: nothing had come.
template<typename Take> bool take_inotify_events(int inotify, Take &&take)
{
    alignas(inotify_event) std::array<char, 16 * (sizeof(inotify_event) + NAME_MAX + 1)>
        buffer; // not zeroed: only what is read is touched
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
