// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure_uses.h"

#include "watch/pressure/unit_files.h"

#include <algorithm>
#include <fcntl.h>
#include <utility>

namespace headroom {

namespace {

/// Reading memory.stat flushes the unit's counters on all CPUs. So it is read when the unit's size
/// has changed by this much …
constexpr std::uint64_t worth_a_look = 1U << 20U;
/// … and once in so many rounds, for a part of the units each time: a unit that only exchanges
/// pages (thrashing) keeps its size.
constexpr std::uint64_t all_within = 20;
/// After so many rounds without a change a unit is idle …
constexpr unsigned lingers = 20;
/// … and is read once in so many rounds, whatever its slice shows.
constexpr std::uint64_t idle_within = 50;

bool has_moved(std::optional<std::uint64_t> then, std::optional<std::uint64_t> now)
{
    if (!then || !now)
        return then != now;
    return std::max(*then, *now) - std::min(*then, *now) >= worth_a_look;
}

template<typename T> T grown(std::optional<T> then, std::optional<T> now)
{
    return then && now && *now > *then ? *now - *then : T{};
}

/// Adds what this unit accounts for in its slice.
void add_change(const UnitUse &then, const UnitUse &now, SliceTotals &slice)
{
    if (then.held && now.held)
        slice.add_held(static_cast<std::int64_t>(*now.held)
                       - static_cast<std::int64_t>(*then.held));
    slice.add_refaults(grown(then.refaults, now.refaults));
    slice.add_cpu(grown(then.cpu, now.cpu));
    slice.add_io(grown(then.io, now.io));
}

} // namespace

UnitUses::UnitUses(const CgroupDirs &dirs) : m_root(fcntl(dirs.root(), F_DUPFD_CLOEXEC, 0)) {}

std::vector<UnitUse> UnitUses::read(const UnitDirs &units, bool counters_too)
{
    for (auto &[unit, kept] : m_kept)
        kept.is_reported = false;
    return changes(units, counters_too);
}

std::vector<UnitUse> UnitUses::changes(const UnitDirs &units, bool counters_too)
{
    ++m_round;
    const auto is_same = [](const auto &dir, const auto &known) { return known.lock() == dir; };
    if (!std::ranges::equal(units, m_units, is_same))
        regroup(units);
    std::vector<UnitUse> uses;
    for (auto &[slice, group] : m_groups) {
        look(group, counters_too);
        for (Kept *kept : group.units) {
            if (!std::exchange(kept->is_reported, true))
                uses.push_back(kept->last);
        }
    }
    std::ranges::sort(uses, {}, &UnitUse::unit);
    return uses;
}

void UnitUses::regroup(const UnitDirs &units)
{
    for (auto &[slice, group] : m_groups)
        group.units.clear();
    std::erase_if(m_kept, [](const auto &kept) { return kept.second.dir.expired(); });
    for (const auto &dir : units) {
        Kept &kept = m_kept[dir->id()];
        kept.dir = dir;
        kept.last.unit = dir->id();
        group_of(dir->path()).units.push_back(&kept);
    }
    std::erase_if(m_groups, [](const auto &group) { return group.second.units.empty(); });
    m_units.assign(units.begin(), units.end());
}

UnitUses::Group &UnitUses::group_of(const std::string &path)
{
    const std::string_view slice = top_slice(path);
    if (const auto known = m_groups.find(slice); known != m_groups.end())
        return known->second;
    Group &group = m_groups[std::string{slice}];
    if (auto dir = slice.empty()
            ? Result<CgroupDir>{error(ErrorKind::Unavailable, "it is in no slice")}
            : CgroupDir::open(m_root.get(), std::string{slice}))
        group.slice.emplace(std::move(*dir));
    return group;
}

void UnitUses::look(Group &group, bool counters_too) const
{
    SliceTotals *slice = group.slice ? &*group.slice : nullptr;
    const bool is_slice_read = slice && slice->read_memory();
    const bool memory_of_all = !is_slice_read || !slice->memory_is_explained();
    const bool stat_of_all = is_slice_read && !slice->refaults_are_explained();
    const bool counters_of_all =
        counters_too && !(slice && slice->read_counters() && slice->counters_are_explained());
    for (Kept *kept : group.units) {
        const std::uint64_t turn = kept->last.unit.inode + m_round;
        const bool is_busy = !is_slice_read || kept->quiet < lingers;
        const bool is_asked = is_busy || turn % idle_within == 0;
        look(*kept,
             {.memory = memory_of_all || stat_of_all || is_asked,
              .stat = stat_of_all || (is_busy && turn % all_within == 0),
              .counters = counters_of_all || (counters_too && is_asked)},
             slice);
    }
    if (slice && memory_of_all)
        slice->restart_memory_count();
    if (stat_of_all)
        slice->restart_refault_count();
    if (slice && counters_of_all)
        slice->restart_counters();
}

void UnitUses::look(Kept &kept, Wanted wanted, SliceTotals *slice) const
{
    const bool is_new = kept.is_new;
    if (!is_new && !wanted.memory && !wanted.counters)
        return; // not even its directory is needed
    const auto dir = kept.dir.lock();
    if (!dir)
        return;
    const UnitUse before = kept.last;
    if (is_new)
        kept.last.marked_exempt = dir->is_marked_exempt();
    if (is_new || wanted.memory)
        read_memory(*dir, kept, is_new || wanted.stat);
    if (is_new || wanted.counters) {
        kept.last.cpu = figure(*dir, kept.cpu_stat, cgroup_file::cpu_stat, parse_cpu_usage);
        kept.last.io = figure(*dir, kept.io_stat, cgroup_file::io_stat, parse_io_bytes);
    }
    if (slice && !is_new)
        add_change(before, kept.last, *slice);
    const bool is_same = kept.last == before;
    kept.is_reported = kept.is_reported && is_same && !is_new;
    kept.quiet = is_new ? lingers
        : is_same       ? kept.quiet + 1
                        : 0U; // whether a new one is busy is unknown yet
    kept.is_new = false;
    if (slice && kept.quiet >= lingers)
        kept.close_files();
}

void UnitUses::read_memory(const CgroupDir &dir, Kept &kept, bool stat_too)
{
    UnitUse &use = kept.last;
    const auto current =
        figure(dir, kept.memory_current, cgroup_file::memory_current, parse_number);
    if (!current) { // the memory controller is off here
        kept.current_then.reset();
        use.held = use.scanned = use.refaults = std::nullopt;
        return;
    }
    const auto swap =
        figure(dir, kept.memory_swap_current, cgroup_file::memory_swap_current, parse_number);
    if (stat_too || has_moved(kept.current_then, current) || has_moved(kept.swap_then, swap)) {
        kept.stat = figure(dir, kept.memory_stat, cgroup_file::memory_stat, parse_memory)
                        .value_or(MemoryStat{});
        kept.current_then = current;
        kept.swap_then = swap;
        use.scanned = kept.stat.pgscan;
        use.refaults = sum_of(kept.stat.workingset_refault_anon, kept.stat.workingset_refault_file);
    }
    const bool swapless = !swap && !dir.has(cgroup_file::memory_swap_current);
    use.held = swap || swapless ? held(kept.stat, swap) : std::nullopt;
}

} // namespace headroom
