// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Keeps in memory what the daemon runs on. When memory runs short, the kernel drops the pages of
/// processes that have been quiet for long. The daemon is such a process, and it has to act just
/// then.
namespace headroom {

/// A part of the address space that the daemon can't do without.
struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
    /// True: all of it is read in and locked immediately. False: each page is locked when it is
    /// used.
    bool whole = false;

    bool operator==(const Stretch &) const = default;
};

/// Parses the text of /proc/self/maps. The most needed come first: the daemon's own program, libc
/// and the loader, libsystemd, GLib, the heap and the stack, GIO and the rest. program: the path of
/// the daemon's executable.
[[nodiscard]] std::vector<Stretch> stretches_needed(std::string_view maps,
                                                    const std::string &program);

/// Locks these in that order, as far as RLIMIT_MEMLOCK (8 MiB for a user) allows, and logs how much
/// was locked.
void stay_resident();

} // namespace headroom
