// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cgroup_members.h"

#include "sys/cgroup_dir.h"

#include <filesystem>
#include <fstream>

namespace headroom {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_processes = 4096;

bool add(const fs::path &cgroup, std::set<std::int32_t> &pids)
{
    std::ifstream procs{cgroup / cgroup_file::procs};
    const bool can = procs.is_open();
    for (std::int32_t pid = 0; pids.size() < most_processes && procs >> pid;)
        pids.insert(pid);
    return can;
}

} // namespace

std::optional<std::set<std::int32_t>> processes_below(const std::string &directory)
{
    std::set<std::int32_t> pids;
    if (!add(directory, pids))
        return std::nullopt;
    std::error_code problem;
    for (auto entry = fs::recursive_directory_iterator{directory, problem}; !problem && entry != fs::recursive_directory_iterator{}; entry.increment(problem)) {
        if (std::error_code ignored; entry->is_directory(ignored))
            (void)add(entry->path(), pids); // one that has just gone is no loss
    }
    return pids;
}

} // namespace headroom
