// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cgroup_processes.h"

#include "sys/cgroup_dir.h"
#include "sys/unique_fd.h"

#include <cstdio>
#include <dirent.h>
#include <fcntl.h>
#include <memory>

namespace headroom {

namespace {

constexpr std::size_t most_processes = 4096;

struct CloseDirectory {
    void operator()(DIR *directory) const { (void)closedir(directory); }
};
struct CloseFile {
    void operator()(std::FILE *file) const { (void)std::fclose(file); }
};

/// False: unreadable.
bool add_processes_in(int cgroup, std::set<int> &pids)
{
    UniqueFd fd{openat(cgroup, cgroup_file::procs, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
    const std::unique_ptr<std::FILE, CloseFile> procs{fd ? fdopen(fd.get(), "r") : nullptr};
    if (!procs)
        return false;
    (void)fd.release(); // the stream closes it
    for (int pid = 0; pids.size() < most_processes && std::fscanf(procs.get(), "%d", &pid) == 1;)
        pids.insert(pid);
    return true;
}

/// By file descriptor: on the way down, no path can come to mean another cgroup. One that has just
/// gone is no loss.
bool add_processes_below(UniqueFd cgroup, std::set<int> &pids)
{
    if (!add_processes_in(cgroup.get(), pids))
        return false;
    const std::unique_ptr<DIR, CloseDirectory> directory{fdopendir(cgroup.get())};
    if (!directory)
        return true;
    const int at = cgroup.release(); // the directory closes it
    while (const dirent *entry = readdir(directory.get())) {
        if (entry->d_type != DT_DIR || entry->d_name[0] == '.')
            continue;
        UniqueFd child{openat(at, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
        if (child)
            (void)add_processes_below(std::move(child), pids);
    }
    return true;
}

} // namespace

std::optional<std::set<int>> processes_below(const std::string &directory)
{
    std::set<int> pids;
    UniqueFd cgroup{open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!cgroup || !add_processes_below(std::move(cgroup), pids))
        return std::nullopt;
    return pids;
}

} // namespace headroom
