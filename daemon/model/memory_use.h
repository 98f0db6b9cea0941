// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/kernel_text.h"
#include "model/swaps.h"
#include "model/working_set.h"

#include <cstdint>
#include <optional>

/// What a cgroup has in memory and in swap, in figures that add up to the kernel's.
namespace headroom {

constexpr std::uint64_t smallest_page = 4096; ///< bytes; no machine has smaller pages

/// What gentle reclaim has found about one cgroup.
struct MeasuredNeed {
    std::uint64_t bytes = 0; ///< measured_need()
    std::uint64_t of = 0; ///< bytes it had in memory before
};

/// A cgroup that has grown by more than this, in percent, beyond MeasuredNeed::of is estimated:
/// what was measured says nothing about the rest. By less, memory.current fluctuates.
constexpr std::uint64_t grown = 10;

/// What the kernel reports about one cgroup at one moment. nullopt: not reported.
struct MemoryFigures {
    std::optional<std::uint64_t> current; ///< memory.current
    std::optional<std::uint64_t> swapped; ///< memory.swap.current
    MemoryStat stat;
    std::optional<Swaps> machine; ///< all swap areas
    std::optional<MeasuredNeed> measured;
};

/// All in bytes. used = needed + slack. `compressed` is a part of `swapped`, and `zswap` of `used`.
struct MemoryUse {
    std::optional<std::uint64_t> used;
    /// What it would need again immediately if it were reclaimed. An estimate counts all but
    /// `slack`.
    std::optional<std::uint64_t> needed;
    /// The estimate: file pages that were used only once, and what the kernel can drop at once.
    std::optional<std::uint64_t> slack;
    bool is_measured = false; ///< otherwise `needed` is an estimate
    std::optional<std::uint64_t> swapped;
    /// What of it is in memory, compressed, by zswap or zram. nullopt: zram and disks are both in
    /// use, and the kernel does not report which of them has it.
    std::optional<std::uint64_t> compressed;
    std::optional<std::uint64_t> zswap; ///< what zswap takes for it
    bool operator==(const MemoryUse &) const = default;
};

[[nodiscard]] MemoryUse memory_use(const MemoryFigures &figures);

/// Of two cgroups together. What is unknown of one is unknown of both.
[[nodiscard]] MemoryUse sum_of(const MemoryUse &one, const MemoryUse &other);

/// Whether at least this share of swap is free, in percent. Without swap it is not.
[[nodiscard]] bool has_free_swap(const MemoryLevel &memory, double percent);

/// What gentle reclaim has left of a unit. It has not become smaller for a while, although enough
/// was requested, or because it stalls. So reclaim was really tried. nullopt: not measured.
[[nodiscard]] std::optional<std::uint64_t> measured_need(const WorkingSet &set,
                                                         const GentleLimits &limits);

} // namespace headroom
