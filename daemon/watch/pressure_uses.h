// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/kernel_text.h"
#include "sys/cgroup_dir.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace headroom {

/// What units use, read again and again through files that are kept open.
class UnitUses {
public:
    explicit UnitUses(const CgroupDirs &dirs) : m_dirs(dirs) {}

    /// Units that are gone are left out. counters_too: what a unit has done (cpu, io) is read anew as well, and else repeated.
    [[nodiscard]] std::vector<UnitUse> read(const std::vector<UnitId> &units, bool counters_too);
    void forget(UnitId unit) { m_kept.erase(unit); }
    void clear() { m_kept.clear(); }

private:
    struct Kept {
        UniqueFd memory_current;
        UniqueFd memory_swap_current;
        UniqueFd memory_stat;
        UniqueFd cpu_stat;
        UniqueFd io_stat;
        MemoryStat stat;
        std::optional<std::uint64_t> current_then; ///< memory.current and memory.swap.current when `stat` was read
        std::optional<std::uint64_t> swap_then;
        UnitUse last;
    };

    void read_memory(const CgroupDir &dir, Kept &kept, bool stat_too) const;

    const CgroupDirs &m_dirs;
    std::map<UnitId, Kept> m_kept;
    std::uint64_t m_round = 0;
};

} // namespace headroom
