// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/cgroup_dir.h"
#include "sys/glib_ptr.h"
#include "watch/emit.h"

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// A tie to a unit that is known by its path only.
struct SeenTie {
    std::string unit_path; ///< below the cgroup2 mount
    TieKind kind{};
    bool operator==(const SeenTie &) const = default;
};

/// A process whose parent is in another unit.
struct ChildElsewhere {
    std::int32_t pid = 0;
    std::string unit_path; ///< below the cgroup2 mount
    bool by_guest =
        false; ///< its parent was a guest in that unit, which is a terminal's or a scope of ours, and has left it
    bool operator==(const ChildElsewhere &) const = default;
};

/// Parents and children that a unit's processes have in other units below the user manager.
struct SeenKin {
    std::vector<SeenTie> ties;
    std::vector<ChildElsewhere> children;
};

/// directory: of the unit's cgroup; unit_path: the same below the cgroup2 mount. Reads a few files of each process: milliseconds for a browser.
[[nodiscard]] SeenKin kin_seen_of(const std::string &directory, const std::string &unit_path,
                                  const std::string &manager_path, const std::string &proc_root);

/// Looks at units for processes whose parent or child is in another one: event::UnitTied. In a thread, since each look reads some hundred files.
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

    /// Each child that a unit's processes have in another one, with each look.
    std::function<void(UnitId parents, const ChildElsewhere &child, UnitId at)> on_child_elsewhere;

    /// A unit has appeared; it is looked at with the next look_at_new().
    void appeared(UnitId unit) { m_new.insert(unit); }
    void forget(UnitId unit);
    /// Once systemd has had the time to move processes into what has appeared.
    void look_at_new();
    /// event::UnitTied follows for each of them that has a tie, or had one when it was looked at before.
    void look_at(const std::set<UnitId> &units);

private:
    /// A unit that is looked at, and what was seen.
    struct Look {
        UnitId unit;
        std::string path; ///< below the cgroup2 mount
        SeenKin kin;
    };

    void begin();
    void finished(const std::vector<Look> &looks);
    void done();
    void report(UnitId unit, const std::vector<SeenTie> &seen);
    void tell_children(UnitId parents, const std::vector<ChildElsewhere> &children);
    void confirm_soon(UnitId unit);

    CgroupDirs &m_dirs;
    std::string m_manager_path;
    std::string m_proc_root;
    Emit m_emit;
    std::set<UnitId> m_new;
    std::set<UnitId> m_wanted;
    bool m_under_way = false;
    std::uint64_t m_batch = 0; ///< of what was looked at last
    SourceId m_patience; ///< with the batch that is under way
    std::set<UnitId> m_tied; ///< an event has told of a tie
    std::set<UnitId> m_to_confirm;
    SourceId m_confirm;
    ObjectPtr<GCancellable> m_end{g_cancellable_new()};
};

} // namespace headroom
