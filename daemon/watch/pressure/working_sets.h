// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "watch/emit.h"

#include <set>
#include <string>

namespace headroom {

/// Looks at how much memory units have and whether they stall, and at swap, when asked to. Nothing of it is kept open: it is seldom.
class WorkingSetWatch {
public:
    /// proc_root: "/proc", or a fixture.
    WorkingSetWatch(const CgroupDirs &dirs, std::string proc_root, Emit emit)
        : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit))
    {
    }

    /// Tells at once, in one event::WorkingSetsSeen, even if nothing can be read: whoever asks would else ask on and on. None: nothing is told.
    void look_at(const std::set<UnitId> &units) const;

private:
    [[nodiscard]] UnitMemory look_at(const CgroupDir &dir) const;

    const CgroupDirs &m_dirs;
    std::string m_proc_root;
    Emit m_emit;
};

} // namespace headroom
