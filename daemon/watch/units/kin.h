// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "sys/timer.h"
#include "watch/emit.h"
#include "watch/units/kin_seen.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// Looks for processes with a parent or child in another unit, and emits UnitTied. Uses a thread,
/// since each look reads some hundred files.
class KinWatch {
public:
    KinWatch(CgroupDirs &dirs, std::string manager_path, std::string proc_root, Emit emit)
        : m_dirs(dirs), m_manager_path(std::move(manager_path)), m_proc_root(std::move(proc_root)),
          m_emit(std::move(emit))
    {
    }
    ~KinWatch();
    KinWatch(const KinWatch &) = delete;
    KinWatch &operator=(const KinWatch &) = delete;

    /// Called in each look, for each child of a unit's processes in another unit.
    std::function<void(UnitId parents, const ChildElsewhere &child, UnitId at)> on_child_elsewhere;

    /// Called in each look at a tab whose path doesn't show the terminal, if its processes show
    /// what has started it.
    std::function<void(UnitId tab, ProcessId starter)> on_tab_starter;

    /// A unit has appeared. The next look_at_new() looks at it.
    void appeared(UnitId unit) { m_new.insert(unit); }
    void forget(UnitId unit);
    /// The longest time for a look at one unit. A process with unreadable memory delays the others
    /// of its batch. Its unit is then left out of later batches until the look returns.
    guint answered_within_s = 10;

    /// Call this after systemd has had time to move processes into the new units.
    void look_at_new();
    /// Emits UnitTied for each unit that has a tie, or had one in an earlier look.
    void look_at(const std::set<UnitId> &units);

private:
    /// A unit to look at, and what was found.
    struct Look {
        UnitId unit;
        std::string path; ///< below the cgroup2 mount
        SeenKin kin;
    };

    /// What the thread shares with the loop: the number of looks that it has begun.
    using Progress = std::shared_ptr<std::atomic<std::size_t>>;

    void begin();
    void check_later(std::size_t begun_before);
    void give_up(std::size_t hangs);
    void returned(std::uint64_t batch);
    void finished(const std::vector<Look> &looks);
    void done();
    void report(UnitId unit, const std::vector<SeenTie> &seen);
    void report_children(UnitId parents, const std::vector<ChildElsewhere> &children);
    void confirm_soon(UnitId unit);
    [[nodiscard]] bool hangs_at(UnitId unit) const;

    CgroupDirs &m_dirs;
    std::string m_manager_path;
    std::string m_proc_root;
    Emit m_emit;
    std::set<UnitId> m_new;
    std::set<UnitId> m_wanted;
    bool m_under_way = false;
    std::uint64_t m_batch = 0; ///< the number of the last batch
    std::vector<UnitId> m_looked_at; ///< by the batch under way, in this order
    Progress m_progress; ///< of the batch under way
    std::map<std::uint64_t, UnitId> m_hanging; ///< batch that was given up → where it hangs
    Timer m_timeout; ///< ends with the batch under way
    std::set<UnitId> m_tied; ///< units with a tie that has been emitted
    std::set<UnitId> m_seen_empty;
    std::set<UnitId> m_to_confirm;
    Timer m_confirm;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
