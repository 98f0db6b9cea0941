// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure_uses.h"

#include "sys/read_again.h"

#include <algorithm>
#include <fcntl.h>

namespace headroom {

namespace {

/// memory.stat costs a flush of the unit's counters on all CPUs: it is read when the unit's size has changed by this much …
constexpr std::uint64_t worth_a_look = 1U << 20U;
/// … and once in so many rounds, a part of the units in each: who only exchanges pages (thrashing) keeps its size.
constexpr std::uint64_t all_within = 20;

/// Opens the file where that is still to be done, or to be done again: a controller that goes off and on takes its files with it.
std::optional<std::string_view> text_of(const CgroupDir &dir, UniqueFd &fd, const char *file, std::span<char> room)
{
    if (fd) {
        if (const auto text = read_again(fd.get(), room))
            return text;
    }
    auto opened = dir.open_file(file, O_RDONLY);
    fd = opened ? std::move(*opened) : UniqueFd{};
    return fd ? read_again(fd.get(), room) : std::nullopt;
}

template<typename Parse> auto figure(const CgroupDir &dir, UniqueFd &fd, const char *file, Parse parse) -> decltype(parse({}))
{
    FileRoom room;
    const auto text = text_of(dir, fd, file, room);
    return text ? parse(*text) : std::nullopt;
}

bool has_moved(std::optional<std::uint64_t> then, std::optional<std::uint64_t> now)
{
    if (!then || !now)
        return then != now;
    return std::max(*then, *now) - std::min(*then, *now) >= worth_a_look;
}

/// By the lists and not by "anon": a page that came back from swap keeps its place there and is counted twice, and without those a unit that only
/// wants its own pages back would seem to grow. swap: nullopt where the kernel has no swap at all.
std::optional<std::uint64_t> held(const MemoryStat &stat, std::optional<std::uint64_t> swap)
{
    const auto resident = sum_of(sum_of(stat.active_anon, stat.inactive_anon), stat.unevictable);
    if (!swap)
        return resident;
    if (!stat.swapcached)
        return std::nullopt;
    return sum_of(resident, *swap - std::min(*swap, *stat.swapcached));
}

} // namespace

std::vector<UnitUse> UnitUses::read(const std::vector<UnitId> &units, bool counters_too)
{
    std::vector<UnitUse> uses;
    uses.reserve(units.size());
    ++m_round;
    for (const UnitId unit : units) {
        const CgroupDir *dir = m_dirs.find(unit);
        if (!dir) {
            m_kept.erase(unit);
            continue;
        }
        const auto [found, is_new] = m_kept.try_emplace(unit);
        Kept &kept = found->second;
        if (is_new) {
            kept.last.unit = unit;
            kept.last.let_be = dir->is_spared_by_oomd();
        }
        read_memory(*dir, kept, is_new || (unit.inode + m_round) % all_within == 0);
        if (is_new || counters_too) {
            kept.last.cpu = figure(*dir, kept.cpu_stat, cgroup_file::cpu_stat, parse_cpu_usage);
            kept.last.io = figure(*dir, kept.io_stat, cgroup_file::io_stat, parse_io_bytes);
        }
        uses.push_back(kept.last);
    }
    return uses;
}

void UnitUses::read_memory(const CgroupDir &dir, Kept &kept, bool stat_too) const
{
    UnitUse &use = kept.last;
    const auto current = figure(dir, kept.memory_current, cgroup_file::memory_current, parse_number);
    if (!current) { // the memory controller is off here
        kept.current_then.reset();
        use.held = use.scanned = use.refaults = std::nullopt;
        return;
    }
    const auto swap = figure(dir, kept.memory_swap_current, cgroup_file::memory_swap_current, parse_number);
    if (stat_too || has_moved(kept.current_then, current) || has_moved(kept.swap_then, swap)) {
        const auto parse = [](std::string_view text) { return std::optional{parse_memory_stat(text)}; };
        kept.stat = figure(dir, kept.memory_stat, cgroup_file::memory_stat, parse).value_or(MemoryStat{});
        kept.current_then = current;
        kept.swap_then = swap;
        use.scanned = kept.stat.pgscan;
        use.refaults = sum_of(kept.stat.workingset_refault_anon, kept.stat.workingset_refault_file);
    }
    const bool swapless = !swap && !dir.has(cgroup_file::memory_swap_current);
    use.held = swap || swapless ? held(kept.stat, swap) : std::nullopt;
}

} // namespace headroom
