// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// The kernel's pressure (PSI), and the figures that show which app causes it.
/// https://docs.kernel.org/accounting/psi.html
namespace headroom {

enum class Resource { Cpu, Io, Memory };

/// How short the machine is. Unknown: the kernel reports no pressure here.
enum class Level { Unknown, Calm, Uneasy, High, Critical };

/// PSI's total=: for how long some task, or all tasks at the same time, have stalled since the
/// cgroup was made. nullopt: not reported.
struct StallTotals {
    std::optional<Duration> some;
    std::optional<Duration> full;
    bool operator==(const StallTotals &) const = default;
};

/// PSI's avg10=, avg60= and avg300= of "some": the share of that many seconds, in percent, 0 to
/// 100. nullopt: not reported.
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
    /// MemAvailable: can be allocated without swapping. It includes the file pages that running
    /// programs need.
    std::uint64_t available = 0;
    std::uint64_t active_file = 0; ///< Active(file): file pages that were used twice
    std::uint64_t swap_total = 0;
    std::uint64_t swap_free = 0;
    /// Memory that zram and zswap take for what was swapped out to them. nullopt: unknown.
    std::optional<std::uint64_t> compressed{};
    /// Mapped: pages of files, and of shared memory, that programs map. nullopt: not reported.
    std::optional<std::uint64_t> mapped{};
    bool operator==(const MemoryLevel &) const = default;
};

/// Swap, as seen with the last look at working sets.
struct SwapSeen {
    TimePoint at{};
    std::optional<MemoryLevel> memory;
    std::optional<std::uint64_t> swapped_out; ///< bytes since boot
    /// Bytes that gentle reclaim did not ask for, on average since the look before. nullopt: not
    /// known.
    std::optional<double> others_a_second;
    std::optional<bool> on_disk{}; ///< as in event::WorkingSetsSeen
    /// Bytes that gentle reclaim has asked for since, without slices of file pages alone.
    std::uint64_t asked = 0;
    /// The share of what gentle reclaim asked for that was written, 0 to 1. zswap keeps most of it
    /// in memory.
    double written = 1;
};

/// What an app's unit has used so far. All figures but `held` only grow. nullopt: not reported,
/// which is not "none".
struct UnitUse {
    UnitId unit;
    /// Bytes that can't just be dropped: anonymous and shared memory, whether in memory or swapped
    /// out.
    std::optional<std::uint64_t> held;
    std::optional<std::uint64_t> scanned; ///< memory.stat's pgscan: pages looked at to make room
    /// memory.stat's workingset_refault_anon + _file: pages that were needed again.
    std::optional<std::uint64_t> refaults;
    std::optional<Duration> cpu; ///< cpu.stat's usage_usec
    std::optional<std::uint64_t> io; ///< io.stat's rbytes + wbytes over all disks
    /// user.oomd_avoid or user.oomd_omit is set: exempt from pressure. "let_be" in recordings.
    bool marked_exempt = false;
    bool operator==(const UnitUse &) const = default;
};

/// What a unit would immediately need again if it were reclaimed, in bytes. A unit whose need isn't
/// known has none.
struct UnitNeed {
    UnitId unit;
    std::uint64_t bytes = 0;
    /// Bytes since the unit exists that were reclaimed, and came back. It only grows. nullopt: not
    /// reported.
    std::optional<std::uint64_t> came_back{};
    bool operator==(const UnitNeed &) const = default;
};

/// What a unit that is to be protected needs, by the samples so far. In bytes.
struct NeedNow {
    /// Its working set in the last sample, but not less than an earlier one, which fades within
    /// seconds.
    std::uint64_t bytes = 0;
    /// What has come back lately, which fades likewise. The unit still lacks that much: one that
    /// holds all it needs has none.
    std::uint64_t back_lately = 0;
    std::optional<std::uint64_t> back_so_far; ///< UnitNeed::came_back in the last sample
};

/// What all these files showed at one moment. Groups that are unreadable, or gone, are absent.
struct PressureSample {
    std::optional<GroupStalls> system;
    std::optional<GroupStalls> compositor;
    std::optional<GroupStalls> focused;
    UnitId focused_unit; ///< the unit of `focused`; inode 0: none
    std::optional<MemoryLevel> memory;
    /// Those of apps, in no order, that are new or have used anything since the sample before.
    std::vector<UnitUse> units;
    /// Of the units that are to be protected, as far as it is known.
    std::vector<UnitNeed> needs{};
    bool operator==(const PressureSample &) const = default;
};

/// The names on the bus, in settings, in the journal and in recordings. Empty for a number that is
/// no value of the enumeration.
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
