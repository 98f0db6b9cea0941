// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "watch/duties/other_display.h"
#include "watch/emit.h"

#include <functional>
#include <list>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// What the processes of a cgroup and below have open or locked that others need, or that shows
/// what kind of program they are.
struct Inspected {
    std::vector<DutyKind> duties;
    std::vector<Shell> shells; ///< of a terminal, in that cgroup itself
    /// At least one process was readable. A sandboxed renderer is not, and can't open these files
    /// either.
    bool readable = false;
};

/// Reads all open files of the cgroup's processes: milliseconds, more for a browser.
[[nodiscard]] Inspected inspect(const CgroupDir &cgroup, const std::string &proc_root,
                                const WatchedDisplay &watched);

/// Looks closely at units that may be frozen soon: files they serve, locks that others wait for,
/// cameras, terminals, displays. In a thread, since a browser has thousands of files.
class Inspector {
public:
    Inspector(const CgroupDirs &dirs, std::string proc_root, Emit emit)
        : m_dirs(dirs), m_proc_root(std::move(proc_root)), m_emit(std::move(emit))
    {
    }
    ~Inspector();
    Inspector(const Inspector &) = delete;
    Inspector &operator=(const Inspector &) = delete;

    /// Called before each look.
    std::function<WatchedDisplay()> watched_display = [] { return WatchedDisplay{}; };

    /// Emits UnitInspected for each unit; requests for a unit under way are merged. Then calls
    /// `done`, if given: immediately if there is nothing to look at.
    void look_at(const std::set<UnitId> &units, std::function<void()> done = nullptr);

private:
    /// A request, and the units of which it still awaits the result.
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
