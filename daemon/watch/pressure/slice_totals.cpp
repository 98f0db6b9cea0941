// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/slice_totals.h"

#include "watch/pressure/unit_files.h"

#include <cstdlib>

namespace headroom {

namespace {

// Below these amounts, no app becomes a culprit (FreezeLimits: 16 MiB, 2,000 pages) or is napped (a
// tenth of what is short).
constexpr std::int64_t worth_of_memory = 4LL << 20;
constexpr std::uint64_t worth_of_refaults = 500;
constexpr std::uint64_t worth_of_io = 1U << 20U;
constexpr Duration worth_of_cpu = std::chrono::milliseconds{10};

/// Whether it is more than the known use since then. A total that has shrunk proves nothing, so it
/// counts as more.
template<typename Amount>
bool is_more(std::optional<Amount> then, std::optional<Amount> now, Amount known, Amount worth)
{
    return !then || !now || *now < *then || *now - *then >= known + worth;
}

} // namespace

bool SliceTotals::read_memory()
{
    const auto stat = figure(m_dir, m_stat_file, cgroup_file::memory_stat, parse_memory);
    const auto swap = figure(m_dir, m_swap_file, cgroup_file::memory_swap_current, parse_number);
    m_held = stat ? held(*stat, swap) : std::nullopt;
    m_refaults =
        stat ? sum_of(stat->workingset_refault_anon, stat->workingset_refault_file) : std::nullopt;
    return m_held && m_refaults;
}

bool SliceTotals::read_counters()
{
    m_cpu = figure(m_dir, m_cpu_file, cgroup_file::cpu_stat, parse_cpu_usage);
    m_io = figure(m_dir, m_io_file, cgroup_file::io_stat, parse_io_bytes);
    return m_cpu && m_io;
}

bool SliceTotals::memory_is_explained() const
{
    if (!m_held || !m_held_then)
        return false;
    const std::int64_t grown =
        static_cast<std::int64_t>(*m_held) - static_cast<std::int64_t>(*m_held_then);
    return std::llabs(grown - m_held_known) < worth_of_memory;
}

bool SliceTotals::refaults_are_explained() const
{
    return !is_more(m_refaults_then, m_refaults, m_refaults_known, worth_of_refaults);
}

bool SliceTotals::counters_are_explained() const
{
    return !is_more(m_cpu_then, m_cpu, m_cpu_known, worth_of_cpu)
        && !is_more(m_io_then, m_io, m_io_known, worth_of_io);
}

void SliceTotals::restart_memory_count()
{
    m_held_then = m_held;
    m_held_known = 0;
}

void SliceTotals::restart_refault_count()
{
    m_refaults_then = m_refaults;
    m_refaults_known = 0;
}

void SliceTotals::restart_counters()
{
    m_cpu_then = m_cpu;
    m_io_then = m_io;
    m_cpu_known = {};
    m_io_known = 0;
}

std::string_view top_slice(std::string_view cgroup_path)
{
    constexpr std::string_view manager = "/user@";
    const auto at = cgroup_path.find(manager);
    const auto below = at == std::string_view::npos ? at : cgroup_path.find('/', at + 1);
    const auto ends = below == std::string_view::npos ? below : cgroup_path.find('/', below + 1);
    return ends == std::string_view::npos ? std::string_view{} : cgroup_path.substr(0, ends);
}

} // namespace headroom
