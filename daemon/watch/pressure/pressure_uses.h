// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/kernel_text.h"
#include "sys/cgroup_dir.h"
#include "watch/pressure/slice_totals.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <vector>

namespace headroom {

using UnitDirs = std::vector<std::shared_ptr<const CgroupDir>>;

/// Those of the units that are still known, for a thread.
[[nodiscard]] UnitDirs shared(const CgroupDirs &dirs, const std::ranges::range auto &units)
{
    UnitDirs found;
    for (const UnitId unit : units) {
        if (auto dir = dirs.share(unit))
            found.push_back(std::move(dir));
    }
    return found;
}

/// Reads what units use, again and again, in one thread at a time: opening a file of a cgroup waits
/// for whatever changes that cgroup. The files of busy units stay open. Idle units are skipped
/// while their slice shows that they are idle, so thousands of them cost next to nothing. Each is
/// read in turn anyway.
class UnitUses {
public:
    explicit UnitUses(const CgroupDirs &dirs);

    /// counters_too: reads a unit's counters (cpu, io) as well, instead of repeating the last
    /// values.
    [[nodiscard]] std::vector<UnitUse> read(const UnitDirs &units, bool counters_too);
    /// The same, but only the units that have changed since they were last returned.
    [[nodiscard]] std::vector<UnitUse> changes(const UnitDirs &units, bool counters_too);

private:
    struct Kept {
        /// Expired: nothing else holds it, so the unit is gone.
        std::weak_ptr<const CgroupDir> dir;
        UniqueFd memory_current;
        UniqueFd memory_swap_current;
        UniqueFd memory_stat;
        UniqueFd cpu_stat;
        UniqueFd io_stat;
        MemoryStat stat;
        /// memory.current and memory.swap.current when `stat` was read.
        std::optional<std::uint64_t> current_then;
        std::optional<std::uint64_t> swap_then;
        UnitUse last;
        unsigned quiet = 0; ///< rounds without a change
        bool is_new = true;
        bool is_reported = false;

        void close_files()
        {
            for (UniqueFd *fd :
                 {&memory_current, &memory_swap_current, &memory_stat, &cpu_stat, &io_stat})
                fd->reset();
        }
    };
    struct Group {
        std::optional<SliceTotals> slice; ///< nullopt: none, or an unreadable one
        std::vector<Kept *> units;
    };

    void regroup(const UnitDirs &units);
    [[nodiscard]] Group &group_of(const std::string &path);
    void look(Group &group, bool counters_too) const;
    struct Wanted {
        bool memory = false;
        bool stat = false; ///< memory.stat, though the size hasn't changed
        bool counters = false;
    };
    void look(Kept &kept, Wanted wanted, SliceTotals *slice) const;
    static void read_memory(const CgroupDir &dir, Kept &kept, bool stat_too);

    UniqueFd m_root; ///< the mount point of cgroup2
    std::map<UnitId, Kept> m_kept;
    std::vector<std::weak_ptr<const CgroupDir>> m_units; ///< those of the last request
    std::map<std::string, Group, std::less<>> m_groups; ///< by slice
    std::uint64_t m_round = 0;
};

} // namespace headroom
