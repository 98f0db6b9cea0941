// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "watch/emit.h"

#include <set>
#include <string>

namespace headroom {

/// Reads the memory and stalls of units, and the state of swap, on request. Requests are rare, so
/// no file stays open.
class WorkingSetWatch {
public:
    /// proc_root: "/proc", or a fixture.
    WorkingSetWatch(const CgroupDirs &dirs, std::string proc_root, Emit emit)
        : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit))
    {
    }

    /// Emits one WorkingSetsSeen immediately, even if nothing can be read; otherwise the policy
    /// would request it again and again. Without units it emits nothing.
    void look_at(const std::set<UnitId> &units) const;

private:
    [[nodiscard]] UnitMemory look_at(const CgroupDir &dir) const;

    const CgroupDirs &m_dirs;
    std::string m_proc_root;
    Emit m_emit;
};

} // namespace headroom
