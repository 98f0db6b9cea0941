// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/unique_fd.h"

#include <array>
#include <climits>
#include <sys/inotify.h>
#include <unistd.h>

namespace headroom {

/// An inotify instance. Closing it is slow in the kernel, so a thread does that.
class Inotify {
public:
    Inotify() = default;
    Inotify(Inotify &&) noexcept = default;
    Inotify &operator=(Inotify &&other) noexcept;
    Inotify(const Inotify &) = delete;
    Inotify &operator=(const Inotify &) = delete;
    ~Inotify();

    /// Makes a new instance without watches. False: the user already has
    /// fs.inotify.max_user_instances.
    [[nodiscard]] bool open();
    void close();

    [[nodiscard]] int get() const { return m_fd.get(); } ///< below 0: closed
    explicit operator bool() const { return static_cast<bool>(m_fd); }

private:
    UniqueFd m_fd;
};

/// Reads once, and passes on each event (a const inotify_event &; its name exists only if its len
/// is not 0). Some seventeen events fit. What does not keeps the descriptor readable, so other
/// sources run first. False: there was nothing to read.
template<typename Take> bool take_inotify_events(int inotify, Take &&take)
{
    // Not zeroed: only the part that was read is used.
    alignas(inotify_event) std::array<char, 4 * (sizeof(inotify_event) + NAME_MAX + 1)> buffer;
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
