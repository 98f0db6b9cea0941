// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "watch/emit.h"

#include <functional>
#include <list>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// What the processes of a cgroup and below have open or locked that others need, or that tells what they are.
struct Inspected {
    std::vector<DutyKind> duties;
    std::vector<Shell> shells; ///< of a terminal, in that cgroup itself
    bool readable =
        false; ///< of some process at least: a sandboxed renderer can't be looked into, and can't open these either
};

/// directory: of the cgroup. Reads all of its processes' open files: milliseconds, more for a browser.
[[nodiscard]] Inspected inspect(const std::string &directory, const std::string &proc_root);

/// Looks closely at units that may be frozen soon: files served, locks that others wait for, cameras, terminals. In a thread, since a browser has thousands of files.
class Inspector {
public:
    Inspector(const CgroupDirs &dirs, std::string proc_root, Emit emit)
        : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit))
    {
    }
    ~Inspector();
    Inspector(const Inspector &) = delete;
    Inspector &operator=(const Inspector &) = delete;

    /// event::UnitInspected follows for each of them, once, however often it is asked for in between; then done is called, if somebody waits: at once where
    /// there is nothing to look at.
    void look_at(const std::set<UnitId> &units, std::function<void()> done = nullptr);

private:
    /// Somebody who waits until some units have been looked at.
    struct Waiting {
        std::set<UnitId> units;
        std::function<void()> done;
    };

    void finished(UnitId unit, const Inspected &found);

    const CgroupDirs &m_dirs;
    std::string m_proc_root;
    Emit m_emit;
    std::set<UnitId> m_under_way;
    std::list<Waiting> m_waiting;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
