// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

/// Keeps in memory what we run on: when memory runs short the kernel drops the pages of whoever was quiet for long, and who then has to step in
/// is us.
namespace headroom {

/// A stretch of our address space that we can't do without.
struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool whole = false; ///< to be read in at once; else what has been used stays

    bool operator==(const Stretch &) const = default;
};

/// Out of the text of /proc/self/maps, the most needed first: our own program, libc and the loader, libsystemd, GLib, the heap and the stack,
/// GIO and the rest. program: the path of our executable.
[[nodiscard]] std::vector<Stretch> stretches_needed(std::string_view maps,
                                                    const std::string &program);

/// Locks these, as many as the limit (RLIMIT_MEMLOCK, 8 MiB for a user) lets us, and logs how much that was.
void stay_resident();

} // namespace headroom
