// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/memory_use.h"

#include <algorithm>

namespace headroom {

namespace {

/// The kernel updates memory.stat every two seconds, but memory.current at once. So a part may be
/// larger than the whole for a moment.
std::optional<std::uint64_t> part_of(std::optional<std::uint64_t> part,
                                     std::optional<std::uint64_t> whole)
{
    return part && whole ? std::optional{std::min(*part, *whole)} : std::nullopt;
}

bool still_holds(const MeasuredNeed &measured, std::uint64_t current)
{
    return current <= measured.of + measured.of / 100 * grown;
}

std::optional<std::uint64_t> compressed(const MemoryFigures &figures)
{
    if (figures.swapped == 0U)
        return 0;
    if (!figures.machine || (figures.machine->zram.used > 0 && figures.machine->disk.used > 0))
        return std::nullopt;
    if (figures.machine->zram.used > 0)
        return figures.swapped;
    // A kernel without zswap has no such line.
    return part_of(figures.stat.zswapped.value_or(0), figures.swapped);
}

} // namespace

MemoryUse memory_use(const MemoryFigures &figures)
{
    MemoryUse use{.used = figures.current,
                  .swapped = figures.swapped,
                  .compressed = compressed(figures),
                  .zswap = part_of(figures.stat.zswap.value_or(0), figures.current)};
    if (figures.measured && figures.current && still_holds(*figures.measured, *figures.current)) {
        use.is_measured = true;
        use.needed = std::min(figures.measured->bytes, *figures.current);
        use.slack = *figures.current - *use.needed;
        return use;
    }
    use.slack =
        part_of(sum_of(figures.stat.inactive_file, figures.stat.slab_reclaimable), figures.current);
    if (use.slack)
        use.needed = *figures.current - *use.slack;
    return use;
}

MemoryUse sum_of(const MemoryUse &one, const MemoryUse &other)
{
    return {.used = sum_of(one.used, other.used),
            .needed = sum_of(one.needed, other.needed),
            .slack = sum_of(one.slack, other.slack),
            .is_measured = one.is_measured && other.is_measured,
            .swapped = sum_of(one.swapped, other.swapped),
            .compressed = sum_of(one.compressed, other.compressed),
            .zswap = sum_of(one.zswap, other.zswap)};
}

bool has_free_swap(const MemoryLevel &memory, double percent)
{
    return memory.swap_total > 0
        && 100.0 * static_cast<double>(memory.swap_free)
        >= percent * static_cast<double>(memory.swap_total);
}

std::optional<std::uint64_t> measured_need(const WorkingSet &set, const GentleLimits &limits)
{
    const auto stalled = set.stalled();
    const auto current = set.current();
    if (!stalled || !current || set.unchanged_for() < limits.settles_within)
        return std::nullopt;
    // A unit's own I/O stalls it, too. That measures nothing until reclaim was tried.
    const bool was_tried = set.asked() > 0 || *current < set.used().value_or(0);
    const bool asked_for_enough = set.held_back() ? static_cast<double>(set.asked()) * 100
            >= static_cast<double>(*current) * limits.settles_after
                                                  : set.asked() > 0;
    const bool needs_the_rest = was_tried && *stalled * 100 >= limits.target;
    return asked_for_enough || needs_the_rest ? current : std::nullopt;
}

} // namespace headroom
