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
#include <string>
#include <vector>

namespace headroom {

using UnitDirs = std::vector<std::shared_ptr<const CgroupDir>>;

/// What units use, read again and again, by one thread at a time: whoever opens a file of a cgroup
/// waits for whoever is just changing that.
/// The files of those that do something are kept open; of those that don't the slice that they are in tells that they
/// don't, so that thousands of idle ones cost next to nothing. Each is asked by turns all the same.
class UnitUses {
public:
    explicit UnitUses(const CgroupDirs &dirs);

    /// counters_too: what a unit has done (cpu, io) is read anew as well, and else repeated.
    [[nodiscard]] std::vector<UnitUse> read(const UnitDirs &units, bool counters_too);
    /// The same of those only that have changed since they were in one of these.
    [[nodiscard]] std::vector<UnitUse> changes(const UnitDirs &units, bool counters_too);

private:
    struct Kept {
        std::weak_ptr<const CgroupDir> dir; ///< nobody else's: the unit is gone
        UniqueFd memory_current;
        UniqueFd memory_swap_current;
        UniqueFd memory_stat;
        UniqueFd cpu_stat;
        UniqueFd io_stat;
        MemoryStat stat;
        std::optional<std::uint64_t>
            current_then; ///< memory.current and memory.swap.current when `stat` was read
        std::optional<std::uint64_t> swap_then;
        UnitUse last;
        unsigned quiet = 0; ///< so many rounds it has been the same
        bool is_new = true;
        bool is_told = false;

        void files_closed()
        {
            for (UniqueFd *fd :
                 {&memory_current, &memory_swap_current, &memory_stat, &cpu_stat, &io_stat})
                fd->reset();
        }
    };
    struct Group {
        std::optional<SliceTotals> slice; ///< nullopt: in none that could be asked
        std::vector<Kept *> units;
    };

    void regroup(const UnitDirs &units);
    [[nodiscard]] Group &group_of(const std::string &path);
    void look(Group &group, bool counters_too) const;
    struct Wish {
        bool memory = false;
        bool stat = false; ///< memory.stat, though its size hasn't moved
        bool counters = false;
    };
    void look(Kept &kept, Wish wish, SliceTotals *slice) const;
    static void read_memory(const CgroupDir &dir, Kept &kept, bool stat_too);

    UniqueFd m_root; ///< where cgroup2 is mounted
    std::map<UnitId, Kept> m_kept;
    std::vector<std::weak_ptr<const CgroupDir>> m_units; ///< those that were asked for last
    std::map<std::string, Group, std::less<>> m_groups; ///< by the slice
    std::uint64_t m_round = 0;
};

} // namespace headroom
