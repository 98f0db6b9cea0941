// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cgroup_processes.h"

#include "sys/cgroup_dir.h"

#include <filesystem>
#include <fstream>

namespace headroom {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_processes = 4096;

} // namespace

std::optional<std::set<int>> processes_below(const std::string &directory)
{
    std::set<int> pids;
    const auto add = [&](const fs::path &cgroup) {
        std::ifstream procs{cgroup / cgroup_file::procs};
        const bool can = procs.is_open();
        for (int pid = 0; pids.size() < most_processes && procs >> pid;)
            pids.insert(pid);
        return can;
    };
    if (!add(directory))
        return std::nullopt;
    std::error_code problem;
    for (auto entry = fs::recursive_directory_iterator{directory, problem};
         !problem && entry != fs::recursive_directory_iterator{}; entry.increment(problem)) {
        if (std::error_code ignored; entry->is_directory(ignored))
            (void)add(entry->path()); // a cgroup that has just gone is no loss
    }
    return pids;
}

} // namespace headroom
