// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/pressure_history.h"

#include <algorithm>
#include <ranges>

namespace headroom {

namespace {

constexpr Duration between_uses = std::chrono::milliseconds{190}; ///< growth is asked for from a few moments on, not from every one

const StallTotals &of(const GroupStalls &group, Resource resource)
{
    switch (resource) {
    case Resource::Cpu: return group.cpu;
    case Resource::Io: return group.io;
    case Resource::Memory: break;
    }
    return group.memory;
}

template<typename T> std::optional<T> difference_of(const std::optional<T> &before, const std::optional<T> &after)
{
    return before && after && *after >= *before ? std::optional<T>{*after - *before} : std::nullopt;
}

std::optional<std::uint64_t> room_lost(const std::optional<MemoryLevel> &before, const std::optional<MemoryLevel> &after)
{
    if (!before || !after)
        return std::nullopt;
    const std::uint64_t then = before->available + before->swap_free;
    const std::uint64_t now = after->available + after->swap_free;
    return then > now ? then - now : 0;
}

} // namespace

void PressureHistory::add(const PressureSample &sample, TimePoint at)
{
    if (!m_samples.empty() && (at - m_samples.back().at > torn || at <= m_samples.back().at)) {
        m_samples.clear();
        m_uses.clear();
        m_taken.clear();
    }
    drop_before(at - kept);
    m_samples.push_back({.at = at, .groups = {sample.system, sample.compositor, sample.focused}, .focused_unit = sample.focused_unit, .memory = sample.memory});
    for (const UnitUse &use : sample.units) {
        const auto [known, is_new] = m_taken.try_emplace(use.unit, Taken{.last = use});
        Taken &taken = known->second;
        if (!is_new && taken.last.held && use.held && *use.held > *taken.last.held)
            taken.held += *use.held - *taken.last.held;
        taken.last = use;
    }
    if (m_uses.empty() || at - m_uses.back().at >= between_uses)
        m_uses.push_back({at, m_taken, sample.memory});
}

void PressureHistory::drop_before(TimePoint at)
{
    while (!m_samples.empty() && m_samples.front().at < at)
        m_samples.pop_front();
    while (!m_uses.empty() && m_uses.front().at < at)
        m_uses.pop_front();
}

std::optional<TimePoint> PressureHistory::last_at() const
{
    return m_samples.empty() ? std::nullopt : std::optional{m_samples.back().at};
}

std::vector<TimePoint> PressureHistory::times() const
{
    std::vector<TimePoint> times;
    for (const Stalls &sample : m_samples)
        times.push_back(sample.at);
    return times;
}

const PressureHistory::Stalls *PressureHistory::find(TimePoint at) const
{
    const auto after = std::ranges::upper_bound(m_samples, at, {}, &Stalls::at);
    return after == m_samples.begin() ? nullptr : &*std::prev(after);
}

std::optional<double> PressureHistory::stalled(StallGroup group, Resource resource, StallKind kind, Duration window, TimePoint at, TimePoint not_before) const
{
    const Stalls *end = find(at);
    const Stalls *begin = end ? find(end->at - window) : nullptr;
    if (!begin || begin->at < not_before || begin->at == end->at)
        return std::nullopt;
    if (group == StallGroup::Focused && begin->focused_unit != end->focused_unit)
        return std::nullopt; // two apps' totals have nothing to do with each other
    const auto &before = begin->groups[static_cast<std::size_t>(group)];
    const auto &after = end->groups[static_cast<std::size_t>(group)];
    if (!before || !after)
        return std::nullopt;
    const StallTotals &from = of(*before, resource);
    const StallTotals &to = of(*after, resource);
    const auto stall = kind == StallKind::Some ? difference_of(from.some, to.some) : difference_of(from.full, to.full);
    if (!stall)
        return std::nullopt;
    return static_cast<double>(stall->count()) / static_cast<double>((end->at - begin->at).count());
}

std::optional<MemoryLevel> PressureHistory::memory(TimePoint at) const
{
    const Stalls *sample = find(at);
    return sample ? sample->memory : std::nullopt;
}

std::uint64_t PressureHistory::in_use(TimePoint until) const
{
    std::uint64_t most = 0;
    for (const Stalls &sample : m_samples) {
        if (sample.at <= until && sample.memory)
            most = std::max(most, sample.memory->active_file);
    }
    return most;
}

std::optional<std::uint64_t> PressureHistory::slack(TimePoint at) const
{
    const auto level = memory(at);
    if (!level)
        return std::nullopt;
    const std::uint64_t used = in_use(at);
    return level->available > used ? level->available - used : 0;
}

std::optional<std::uint64_t> PressureHistory::room(TimePoint at) const
{
    const auto level = memory(at);
    const auto spare = slack(at);
    return level && spare ? std::optional{*spare + level->swap_free} : std::nullopt;
}

std::optional<Duration> PressureHistory::time_left(TimePoint at, Duration over, Duration at_least, TimePoint not_before) const
{
    const Stalls *end = find(at);
    const Stalls *begin = end ? find(end->at - over) : nullptr;
    if (!begin)
        return std::nullopt;
    if (begin->at < not_before)
        begin = &*std::ranges::lower_bound(m_samples, std::min(not_before, end->at), {}, &Stalls::at);
    if (end->at - begin->at < at_least)
        return std::nullopt;
    const auto lost = room_lost(begin->memory, end->memory);
    const auto now = room(end->at);
    if (!now || lost.value_or(0) == 0)
        return std::nullopt;
    const double us_each = static_cast<double>((end->at - begin->at).count()) / static_cast<double>(*lost);
    return Duration{static_cast<Duration::rep>(us_each * static_cast<double>(*now))};
}

Growth PressureHistory::growth(TimePoint since) const
{
    Growth growth;
    if (m_uses.empty())
        return growth;
    auto &result = growth.units;
    const auto after = std::ranges::upper_bound(m_uses, since, {}, &Uses::at);
    const Uses &begin = after == m_uses.begin() ? m_uses.front() : *std::prev(after);
    growth.over = m_samples.back().at - begin.at;
    growth.room_lost = room_lost(begin.memory, m_samples.back().memory);
    for (const auto &[unit, now] : m_taken) {
        const auto before = begin.units.find(unit);
        if (before == begin.units.end()) {
            // Made since: everything it has, it has taken since.
            result.push_back(
                {.unit = unit, .held = now.last.held, .scanned = now.last.scanned, .refaults = now.last.refaults, .cpu = now.last.cpu, .io = now.last.io});
            continue;
        }
        const UnitUse &then = before->second.last;
        const bool told = then.held && now.last.held;
        result.push_back({.unit = unit,
                          .held = told ? std::optional{now.held - before->second.held} : std::nullopt,
                          .scanned = difference_of(then.scanned, now.last.scanned),
                          .refaults = difference_of(then.refaults, now.last.refaults),
                          .cpu = difference_of(then.cpu, now.last.cpu),
                          .io = difference_of(then.io, now.last.io)});
    }
    return growth;
}

const UnitUse *PressureHistory::use(UnitId unit) const
{
    const auto found = m_taken.find(unit);
    return found == m_taken.end() ? nullptr : &found->second.last;
}

} // namespace headroom
