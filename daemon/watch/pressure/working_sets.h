// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/off_the_loop.h"
#include "watch/emit.h"

#include <set>
#include <string>

namespace headroom {

/// Reads the memory and stalls of units, and the state of swap, on request. Requests are rare, so
/// no file stays open. In a thread: opening a file of a cgroup may wait for the kernel's one lock
/// for changes to cgroups, and memory.stat is summed up over all processors.
class WorkingSetWatch {
public:
    /// proc_root: "/proc", or a fixture.
    WorkingSetWatch(const CgroupDirs &dirs, std::string proc_root, Emit emit)
        : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit))
    {
    }

    /// Emits one WorkingSetsSeen later, even if nothing can be read. The policy requests it in each
    /// turn until it comes: while a look is under way, requests count as that one. Without units it
    /// emits nothing.
    void look_at(const std::set<UnitId> &units);

private:
    void take(event::WorkingSetsSeen seen);

    const CgroupDirs &m_dirs;
    std::string m_proc_root;
    Emit m_emit;
    bool m_is_looking = false;
    ScopedCancellable m_end;
};

} // namespace headroom
