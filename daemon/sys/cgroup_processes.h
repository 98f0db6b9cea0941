// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string>

namespace headroom {

class CgroupDir;

/// How much of a tree is read. An app may have as many cgroups and processes as it likes.
struct MostRead {
    std::size_t cgroups = 0;
    std::size_t processes = 0;
};
/// For threads: some tenths of a second.
constexpr MostRead most_read{.cgroups = 4096, .processes = 4096};

struct ProcessesBelow {
    std::set<int> pids;
    bool are_all = true; ///< false: there are more cgroups or processes, or one was unreadable
};

/// The processes of a cgroup and of all cgroups below it. An error: it is unreadable, or gone
/// (means_gone()). What has gone below it is no loss.
[[nodiscard]] Result<ProcessesBelow> processes_below(const std::string &directory, MostRead most);
/// The same with most_read, whether or not these are all. nullopt: unreadable.
[[nodiscard]] std::optional<std::set<int>> processes_below(const std::string &directory);
/// For a thread that reads later: the path may be another cgroup's by then.
[[nodiscard]] std::optional<std::set<int>> processes_below(const CgroupDir &cgroup);

} // namespace headroom
