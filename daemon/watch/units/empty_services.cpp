// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/empty_services.h"

#include <algorithm>
#include <vector>

namespace headroom {

namespace {

/// Not if that is unknown.
bool has_no_process(const CgroupDir &dir)
{
    const auto text = dir.read(cgroup_file::events);
    return text && text->find("populated 0") != std::string::npos;
}

} // namespace

bool EmptyServices::is_empty(const std::string &path, UnitId id)
{
    if (!path.ends_with(".service"))
        return false; // systemd makes no scope without a process
    if (const auto before = m_watched.find(path);
        before != m_watched.end() && before->second.id != id)
        gone(path);
    const CgroupDir *dir = m_dirs.find(id);
    if (!dir || !has_no_process(*dir)) {
        unwatch(path);
        return false;
    }
    if (m_watched.contains(path))
        return true;
    const std::string file = m_dirs.root_path() + path + "/" + cgroup_file::events;
    const int watch = inotify_add_watch(m_inotify.get(), file.c_str(), IN_MODIFY);
    if (watch < 0)
        return false; // nothing would report its first process
    m_watched[path] = {.id = id, .watch = watch};
    if (has_no_process(*dir))
        return true;
    unwatch(path); // the process came before the watch
    return false;
}

std::optional<std::string> EmptyServices::watched_by(int watch) const
{
    const auto found = std::ranges::find_if(
        m_watched, [&](const auto &service) { return service.second.watch == watch; });
    return found == m_watched.end() ? std::nullopt : std::optional{found->first};
}

void EmptyServices::gone(const std::string &path)
{
    const auto found = m_watched.find(path);
    if (found == m_watched.end())
        return;
    m_dirs.forget(found->second.id);
    unwatch(path);
}

void EmptyServices::gone_from(const std::string &slice, const std::set<std::string> &still_there)
{
    std::vector<std::string> all;
    for (const auto &[path, watched] : m_watched) {
        const auto end = path.rfind('/');
        if (path.substr(0, end) == slice && !still_there.contains(path.substr(end + 1)))
            all.push_back(path);
    }
    for (const std::string &path : all)
        gone(path);
}

/// The kernel keeps the watch of a cgroup that is gone, and its inode, until it is removed.
void EmptyServices::unwatch(const std::string &path)
{
    const auto found = m_watched.find(path);
    if (found == m_watched.end())
        return;
    (void)inotify_rm_watch(m_inotify.get(), found->second.watch);
    m_watched.erase(found);
}

} // namespace headroom
