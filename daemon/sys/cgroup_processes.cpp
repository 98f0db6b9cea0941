// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/cgroup_processes.h"

#include "sys/cgroup_dir.h"
#include "sys/directory.h"
#include "sys/unique_fd.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <memory>
#include <utility>

namespace headroom {

namespace {

constexpr std::size_t deepest = 32; ///< each level keeps a descriptor open

struct CloseFile {
    void operator()(std::FILE *file) const { (void)std::fclose(file); }
};

constexpr const char *opening = "looking at the processes of a cgroup";

class Search {
public:
    explicit Search(MostRead most) : m_left(most) {}

    /// By file descriptor: on the way down, no path can come to mean another cgroup. An error: this
    /// one is unreadable.
    Result<void> add_below(UniqueFd cgroup, std::size_t depth)
    {
        if (auto added = add_processes_in(cgroup.get()); !added)
            return added;
        const Directory directory{fdopendir(cgroup.get())};
        if (!directory) {
            m_found.are_all = false;
            return {};
        }
        const int at = cgroup.release(); // the directory closes it
        while (const dirent *entry = m_found.are_all ? next_of(directory.get()) : nullptr) {
            if (entry->d_type == DT_DIR && entry->d_name[0] != '.')
                add_child(at, entry->d_name, depth + 1);
        }
        return {};
    }

    [[nodiscard]] ProcessesBelow found() { return std::move(m_found); }

private:
    const dirent *next_of(DIR *directory)
    {
        errno = 0;
        const dirent *entry = readdir(directory);
        if (!entry && errno != 0)
            m_found.are_all = false;
        return entry;
    }

    Result<void> add_processes_in(int cgroup)
    {
        UniqueFd fd{openat(cgroup, cgroup_file::procs, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)};
        const std::unique_ptr<std::FILE, CloseFile> procs{fd ? fdopen(fd.get(), "r") : nullptr};
        if (!procs)
            return system_error(errno, opening);
        (void)fd.release(); // the stream closes it
        for (int pid = 0; std::fscanf(procs.get(), "%d", &pid) == 1;) {
            if (m_found.pids.size() >= m_left.processes) {
                m_found.are_all = false;
                break;
            }
            m_found.pids.insert(pid);
        }
        // EOPNOTSUPP: a threaded cgroup. Its processes are listed further up.
        if (std::ferror(procs.get()) != 0 && errno != EOPNOTSUPP)
            return system_error(errno, opening);
        return {};
    }

    void add_child(int parent, const char *name, std::size_t depth)
    {
        if (m_left.cgroups == 0 || depth > deepest) {
            m_found.are_all = false;
            return;
        }
        --m_left.cgroups;
        UniqueFd child{openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)};
        const Result<void> added =
            child ? add_below(std::move(child), depth) : system_error(errno, opening);
        if (!added && !means_gone(added.error())) // one that has just gone is no loss
            m_found.are_all = false;
    }

    MostRead m_left;
    ProcessesBelow m_found;
};

} // namespace

Result<ProcessesBelow> processes_below(const std::string &directory, MostRead most)
{
    Search search{most};
    UniqueFd cgroup{open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
    if (!cgroup)
        return system_error(errno, "opening " + directory);
    if (const auto added = search.add_below(std::move(cgroup), 0); !added)
        return std::unexpected(added.error());
    return search.found();
}

std::optional<std::set<int>> processes_below(const std::string &directory)
{
    auto found = processes_below(directory, most_read);
    return found ? std::optional{std::move(found->pids)} : std::nullopt;
}

std::optional<std::set<int>> processes_below(const CgroupDir &cgroup)
{
    Search search{most_read};
    auto directory = cgroup.open_file(".", O_RDONLY | O_DIRECTORY);
    if (!directory || !search.add_below(std::move(*directory), 0))
        return std::nullopt;
    return search.found().pids;
}

} // namespace headroom
