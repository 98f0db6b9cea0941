// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/inotify_events.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace headroom {

/// Services whose cgroup has no process. systemd makes one for a service that has ended when a
/// property of it is set, and keeps it until the next start. It does the same just before a start.
class EmptyServices {
public:
    /// Both references must outlive this.
    EmptyServices(CgroupDirs &dirs, const Inotify &inotify) : m_dirs(dirs), m_inotify(inotify) {}

    /// Whether this is one. Then the inotify instance reports when that may have changed.
    [[nodiscard]] bool is_empty(const std::string &path, UnitId id);
    /// The service that this inotify watch belongs to.
    [[nodiscard]] std::optional<std::string> watched_by(int watch) const;
    /// Its cgroup was removed.
    void gone(const std::string &path);
    /// So were those in this slice, except for these.
    void gone_from(const std::string &slice, const std::set<std::string> &still_there);

private:
    struct Watched {
        UnitId id;
        int watch;
    };

    void unwatch(const std::string &path);

    CgroupDirs &m_dirs;
    const Inotify &m_inotify;
    std::map<std::string, Watched> m_watched; ///< by path
};

} // namespace headroom
