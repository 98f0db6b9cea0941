// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/pressure_history.h"

#include <algorithm>
#include <ranges>

namespace headroom {

namespace {

const StallTotals &of(const GroupStalls &group, Resource resource)
{
    switch (resource) {
    case Resource::Cpu: return group.cpu;
    case Resource::Io: return group.io;
    case Resource::Memory: break;
    }
    return group.memory;
}

template<typename T>
std::optional<T> difference_of(const std::optional<T> &before, const std::optional<T> &after)
{
    return before && after && *after >= *before ? std::optional<T>{*after - *before} : std::nullopt;
}

std::optional<std::uint64_t> room_lost(const std::optional<MemoryLevel> &before,
                                       const std::optional<MemoryLevel> &after)
{
    if (!before || !after)
        return std::nullopt;
    const std::uint64_t then = before->available + before->swap_free;
    const std::uint64_t now = after->available + after->swap_free;
    return then > now ? then - now : 0;
}

/// The same, except for what was only swapped out to memory: its owners hold it as before.
std::optional<std::uint64_t> room_taken(std::optional<MemoryLevel> before,
                                        std::optional<MemoryLevel> after)
{
    if (before && after && before->compressed && after->compressed) {
        before->available += *before->compressed;
        after->available += *after->compressed;
    }
    return room_lost(before, after);
}

} // namespace

void PressureHistory::Taken::add(std::optional<std::uint64_t> held)
{
    if (!held)
        return;
    if (highest && *highest > *held)
        fell = std::max(fell, *highest - *held);
    lowest = std::min(lowest.value_or(*held), *held);
    highest = std::max(highest.value_or(*held), *held);
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

std::optional<double> PressureHistory::stalled(const StallLine &line, Duration window, TimePoint at,
                                               TimePoint not_before) const
{
    const auto &[group, resource, kind] = line;
    const Stalls *end = find(at);
    const Stalls *begin = end ? find(end->at - window) : nullptr;
    if (!begin || begin->at < not_before || begin->at == end->at)
        return std::nullopt;
    if (group == StallGroup::Focused && begin->focused_unit != end->focused_unit)
        return std::nullopt; // the two totals are of different apps
    const auto &before = begin->groups[static_cast<std::size_t>(group)];
    const auto &after = end->groups[static_cast<std::size_t>(group)];
    if (!before || !after)
        return std::nullopt;
    const StallTotals &from = of(*before, resource);
    const StallTotals &to = of(*after, resource);
    const auto stall = kind == StallKind::Some ? difference_of(from.some, to.some)
                                               : difference_of(from.full, to.full);
    if (!stall)
        return std::nullopt;
    return static_cast<double>(stall->count()) / static_cast<double>((end->at - begin->at).count());
}

std::optional<MemoryLevel> PressureHistory::memory(TimePoint at) const
{
    const Stalls *sample = find(at);
    return sample ? sample->memory : std::nullopt;
}

std::optional<std::uint64_t> PressureHistory::slack(TimePoint at) const
{
    const Stalls *sample = find(at);
    if (!sample || !sample->memory)
        return std::nullopt;
    const std::uint64_t available = sample->memory->available;
    return available > sample->in_use ? available - sample->in_use : 0;
}

std::optional<std::uint64_t> PressureHistory::room(TimePoint at) const
{
    const auto level = memory(at);
    const auto spare = slack(at);
    return level && spare ? std::optional{*spare + level->swap_free} : std::nullopt;
}

std::optional<Duration> PressureHistory::time_left(TimePoint at, Duration over, Duration at_least,
                                                   TimePoint not_before) const
{
    const Stalls *end = find(at);
    const Stalls *begin = end ? find(end->at - over) : nullptr;
    if (!begin)
        return std::nullopt;
    if (begin->at < not_before)
        begin =
            &*std::ranges::lower_bound(m_samples, std::min(not_before, end->at), {}, &Stalls::at);
    if (end->at - begin->at < at_least)
        return std::nullopt;
    const auto lost = room_lost(begin->memory, end->memory);
    const auto now = room(end->at);
    if (!now || lost.value_or(0) == 0)
        return std::nullopt;
    const double us_each =
        static_cast<double>((end->at - begin->at).count()) / static_cast<double>(*lost);
    return Duration{static_cast<Duration::rep>(us_each * static_cast<double>(*now))};
}

std::optional<std::uint64_t> PressureHistory::swapped_out(TimePoint at, Duration over) const
{
    const Stalls *end = find(at);
    if (!end)
        return std::nullopt;
    const Stalls *begin = find(end->at - over);
    if (!begin)
        begin = &m_samples.front();
    if (begin == end || !begin->memory || !end->memory)
        return std::nullopt;
    if (std::ranges::any_of(m_pushes, [&](const Push &push) {
            return push.from <= end->at && (!push.until || *push.until >= begin->at);
        }))
        return std::nullopt;
    return begin->memory->swap_free > end->memory->swap_free
        ? begin->memory->swap_free - end->memory->swap_free
        : 0;
}

std::map<UnitId, PressureHistory::Then>
PressureHistory::changed_since(std::deque<Uses>::const_iterator begin) const
{
    std::map<UnitId, Then> changed;
    const auto take = [&](const std::map<UnitId, Taken> &units) {
        for (const auto &[unit, taken] : units) {
            const auto [entry, is_first] = changed.try_emplace(unit);
            Then &then = entry->second;
            if (is_first)
                then = {.use = taken.before, .least = taken.lowest};
            else if (taken.lowest)
                then.least = std::min(then.least.value_or(*taken.lowest), *taken.lowest);
        }
    };
    std::for_each(std::next(begin), m_uses.end(), [&](const Uses &uses) { take(uses.units); });
    take(m_taken);
    return changed;
}

std::uint64_t PressureHistory::deepest_fall(UnitId unit) const
{
    std::uint64_t deepest = 0;
    std::uint64_t highest = 0;
    const auto take = [&](const std::map<UnitId, Taken> &units) {
        const auto found = units.find(unit);
        if (found == units.end() || !found->second.lowest)
            return;
        const Taken &taken = found->second;
        deepest =
            std::max({deepest, taken.fell, highest > *taken.lowest ? highest - *taken.lowest : 0});
        highest = std::max(highest, *taken.highest);
    };
    for (const Uses &uses : m_uses)
        take(uses.units);
    take(m_taken);
    return deepest;
}

Growth PressureHistory::growth(TimePoint since) const
{
    Growth growth;
    if (m_uses.empty())
        return growth;
    auto &result = growth.units;
    const auto after = std::ranges::upper_bound(m_uses, since, {}, &Uses::at);
    const auto begin = after == m_uses.begin() ? after : std::prev(after);
    growth.over = m_samples.back().at - begin->at;
    growth.room_lost = room_taken(begin->memory, m_samples.back().memory);
    for (const auto &[unit, before] : changed_since(begin)) {
        const UnitUse *now = use(unit);
        if (!now)
            continue; // gone since
        const UnitUse then = before.use.value_or(
            UnitUse{unit, 0, 0, 0, Duration{}, 0}); // it was made since, so all of its use is new
        const bool told = then.held && now->held;
        const auto least = before.use ? before.least : std::optional<std::uint64_t>{0};
        result.push_back({.unit = unit,
                          .held = told ? std::optional{static_cast<std::int64_t>(*now->held)
                                                       - static_cast<std::int64_t>(*then.held)}
                                       : std::nullopt,
                          .climbed = told ? difference_of(least, now->held) : std::nullopt,
                          .gave_back = deepest_fall(unit),
                          .scanned = difference_of(then.scanned, now->scanned),
                          .refaults = difference_of(then.refaults, now->refaults),
                          .cpu = difference_of(then.cpu, now->cpu),
                          .io = difference_of(then.io, now->io)});
    }
    return growth;
}

const UnitUse *PressureHistory::use(UnitId unit) const
{
    const auto found = m_last.find(unit);
    return found == m_last.end() ? nullptr : &found->second;
}

} // namespace headroom
