// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"
#include "watch/emit.h"

#include <map>

namespace headroom {

/// Whether a requested freeze or thaw has settled: watches cgroup.events, only of units with a
/// lease.
class FreezerWatch {
public:
    FreezerWatch(const CgroupDirs &dirs, Emit emit);

    void follow(UnitId unit);
    /// Also for a unit that is gone: the kernel does not end the watch with the cgroup.
    void forget(UnitId unit);

private:
    void look(UnitId unit);
    bool read_events();

    const CgroupDirs &m_dirs;
    Emit m_emit;
    Inotify m_inotify;
    SourceId m_source;
    std::map<int, UnitId> m_watches;
};

} // namespace headroom
