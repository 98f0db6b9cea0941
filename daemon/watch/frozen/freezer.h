// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "sys/inotify_events.h"
#include "watch/emit.h"

#include <map>

namespace headroom {

/// Whether what was asked to freeze has frozen: cgroup.events of the units with a lease, and of nobody else.
class FreezerWatch {
public:
    FreezerWatch(const CgroupDirs &dirs, Emit emit);

    void follow(UnitId unit);
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
