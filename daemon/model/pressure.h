// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Kernel pressure (PSI) and what it takes to say who causes it. https://docs.kernel.org/accounting/psi.html
namespace headroom {

enum class Resource { Cpu, Io, Memory };

/// How short the machine is. Unknown: the kernel tells nothing of pressure here.
enum class Level { Unknown, Calm, Uneasy, High, Critical };

/// PSI's total=: for how long some task, or all of them at once, have stalled since the cgroup was made. nullopt: not told.
struct StallTotals {
    std::optional<Duration> some;
    std::optional<Duration> full;
    bool operator==(const StallTotals &) const = default;
};

/// PSI's avg10=, avg60= and avg300= for some task: the share of that many seconds, in percent, 0 to 100. nullopt: not told.
struct StallAverages {
    std::optional<double> ten;
    std::optional<double> sixty;
    std::optional<double> three_hundred;
    bool operator==(const StallAverages &) const = default;
};

struct GroupStalls {
    StallTotals cpu;
    StallTotals io;
    StallTotals memory;
    bool operator==(const GroupStalls &) const = default;
};

/// /proc/meminfo, in bytes.
struct MemoryLevel {
    std::uint64_t total = 0;
    std::uint64_t available =
        0; ///< MemAvailable: could be had without swapping; holds the file pages that running programs need, too
    std::uint64_t active_file = 0; ///< Active(file): those of them that were used twice
    std::uint64_t swap_total = 0;
    std::uint64_t swap_free = 0;
    bool operator==(const MemoryLevel &) const = default;
};

/// What was seen of swap with the last look at working sets.
struct SwapSeen {
    TimePoint at{};
    std::optional<MemoryLevel> memory;
    std::optional<std::uint64_t> swapped_out; ///< bytes since boot
    std::optional<double>
        out_a_second; ///< bytes, on average since the look before; nullopt: unknown
};

/// What an application's unit has used so far. Everything but `held` only ever grows. nullopt: not told, which is not "none".
struct UnitUse {
    UnitId unit;
    std::optional<std::uint64_t>
        held; ///< bytes that can't just be dropped: anonymous and shared memory, and what of it is swapped out
    std::optional<std::uint64_t> scanned; ///< memory.stat's pgscan: pages looked at to make room
    std::optional<std::uint64_t>
        refaults; ///< memory.stat's workingset_refault_anon + _file: pages wanted back
    std::optional<Duration> cpu; ///< cpu.stat's usage_usec
    std::optional<std::uint64_t> io; ///< io.stat's rbytes + wbytes over all disks
    bool let_be =
        false; ///< user.oomd_avoid or user.oomd_omit is set on it: somebody asked that it be left alone
    bool operator==(const UnitUse &) const = default;
};

/// One look at all of it. Groups that don't exist, or can't be read, are absent.
struct PressureSample {
    std::optional<GroupStalls> system;
    std::optional<GroupStalls> compositor;
    std::optional<GroupStalls> focused;
    UnitId focused_unit; ///< whose `focused` is; inode 0: nobody's
    std::optional<MemoryLevel> memory;
    std::vector<UnitUse>
        units; ///< those of applications, in no order: which are new, or have used anything since the sample before
    bool operator==(const PressureSample &) const = default;
};

/// As the bus, the settings, the journal and recordings call them. Empty for what is no value of the enumeration.
[[nodiscard]] constexpr std::string_view name_of(Resource resource)
{
    switch (resource) {
    case Resource::Cpu: return "cpu";
    case Resource::Io: return "io";
    case Resource::Memory: return "memory";
    }
    return {};
}

[[nodiscard]] constexpr std::string_view name_of(Level level)
{
    switch (level) {
    case Level::Unknown: return "unknown";
    case Level::Calm: return "calm";
    case Level::Uneasy: return "uneasy";
    case Level::High: return "high";
    case Level::Critical: return "critical";
    }
    return {};
}

} // namespace headroom
