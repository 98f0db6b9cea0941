// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/working_sets.h"

#include "model/kernel_text.h"
#include "model/swaps.h"
#include "watch/pressure/machine_figure.h"
#include "watch/pressure/pressure_uses.h"
#include "watch/pressure/unit_files.h"

#include <algorithm>

namespace headroom {

namespace {

template<typename Parse>
auto figure(const CgroupDir &dir, const char *file, Parse parse) -> decltype(parse({}))
{
    const auto text = dir.read(file);
    return text ? parse(*text) : std::nullopt;
}

std::optional<Duration> stalled(std::string_view text)
{
    return parse_stall_totals(text).some;
}

/// Without what zswap takes, which is a part of memory.current: that was reclaimed. The kernel
/// updates memory.stat every two seconds, and memory.current at once.
std::optional<std::uint64_t> without_zswap(std::optional<std::uint64_t> current,
                                           const MemoryStat &stat)
{
    return current.transform(
        [&](std::uint64_t bytes) { return bytes - std::min(bytes, stat.zswap.value_or(0)); });
}

MemoryStat stat_of(const CgroupDir &dir)
{
    const auto text = dir.read(cgroup_file::memory_stat);
    return text ? parse_memory_stat(*text) : MemoryStat{};
}

UnitMemory memory_of(const CgroupDir &dir)
{
    const MemoryStat stat = stat_of(dir);
    return {.unit = dir.id(),
            .current = without_zswap(figure(dir, cgroup_file::memory_current, parse_number), stat),
            .memory_stalled = figure(dir, cgroup_file::memory_pressure, stalled),
            .io_stalled = figure(dir, cgroup_file::io_pressure, stalled),
            .marked_exempt = dir.is_marked_exempt(),
            .returned = came_back(stat)};
}

event::WorkingSetsSeen seen_in(const UnitDirs &units, const std::string &proc_root)
{
    event::WorkingSetsSeen seen;
    for (const auto &dir : units)
        seen.units.push_back(memory_of(*dir));
    seen.memory = machine_figure(proc_root + "/meminfo", parse_meminfo);
    const auto pages = machine_figure(proc_root + "/vmstat", parse_pages_swapped_out);
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    seen.swapped_out = pages.transform([page](std::uint64_t count) { return count * page; });
    seen.swap_on_disk =
        machine_figure(proc_root + "/swaps", parse_swaps).transform([](const Swaps &swaps) {
            return swaps.disk.size > 0;
        });
    return seen;
}

} // namespace

void WorkingSetWatch::look_at(const std::set<UnitId> &units)
{
    if (units.empty() || m_is_looking)
        return;
    m_is_looking = true;
    off_the_loop<event::WorkingSetsSeen>(
        m_end.get(), "headroom-sets",
        [dirs = shared(m_dirs, units), proc_root = m_proc_root] {
            return seen_in(dirs, proc_root);
        },
        [this](event::WorkingSetsSeen seen) { take(std::move(seen)); });
}

void WorkingSetWatch::take(event::WorkingSetsSeen seen)
{
    m_is_looking = false;
    std::erase_if(seen.units,
                  [this](const UnitMemory &memory) { return !m_dirs.is_known(memory.unit); });
    m_emit(std::move(seen));
}

} // namespace headroom
