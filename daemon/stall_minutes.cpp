// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "stall_minutes.h"

#include <utility>

namespace headroom {

namespace {

struct Named {
    Resource resource;
    StallTotals GroupStalls::*totals;
};

constexpr Named in_order[] = {
    {Resource::Memory, &GroupStalls::memory},
    {Resource::Cpu, &GroupStalls::cpu},
    {Resource::Io, &GroupStalls::io},
};

Sentence for_a_resource(Resource resource, Duration stalled)
{
    const Sentence seconds{std::chrono::duration<double>{stalled}.count(), 1};
    switch (resource) {
    case Resource::Memory:
        return say("for how long an application stalled", "{} s for memory", seconds);
    case Resource::Cpu:
        return say("for how long an application stalled", "{} s for the CPU", seconds);
    case Resource::Io:
        return say("for how long an application stalled", "{} s for the disk", seconds);
    }
    return {};
}

} // namespace

std::vector<HistoryEntry> StallMinutes::add(const PressureSample &sample, const Session &session,
                                            TimePoint now, WallTime wall)
{
    if (!m_began)
        m_began = now;
    for (auto &[unit, sum] : m_sums)
        sum.counted = false;
    if (sample.focused)
        count(Stalling::Foreground, sample.focused_unit, *sample.focused, session);
    if (const auto compositor = session.compositor_unit();
        sample.compositor && compositor && compositor != sample.focused_unit)
        count(Stalling::Compositor, *compositor, *sample.compositor, session);
    for (auto &[unit, sum] : m_sums) {
        if (!sum.counted)
            // It is in the background now. What it stalls there must not count when it comes back.
            sum.last = {};
    }
    if (now - *m_began < minute)
        return {};
    m_began = now;
    return take_entries(session.level, wall);
}

std::vector<HistoryEntry> StallMinutes::pause(Level level, WallTime wall)
{
    auto entries = take_entries(level, wall);
    m_sums.clear();
    m_began.reset();
    return entries;
}

void StallMinutes::count(Stalling who, UnitId unit, const GroupStalls &stalls,
                         const Session &session)
{
    const Unit *known = session.find_unit(unit);
    if (!known)
        return;
    Sum &sum = m_sums[unit];
    sum.counted = true;
    sum.app = known->app;
    sum.unit = known->name();
    const StallCause cause = named_cause(session);
    for (const Named &named : in_order) {
        const auto total = (stalls.*named.totals).some;
        const auto at = static_cast<std::size_t>(named.resource);
        if (total && sum.last[at] && *total > *sum.last[at]) {
            const Duration more = *total - *sum.last[at];
            sum.stalled[at] += more;
            m_tally.stalled(who, cause, named.resource, more);
        }
        if (total)
            sum.last[at] = total;
    }
}

std::vector<HistoryEntry> StallMinutes::take_entries(Level level, WallTime wall)
{
    std::vector<HistoryEntry> entries;
    for (auto &[unit, sum] : m_sums) {
        Sentence what;
        for (const Named &named : in_order) {
            const Duration stalled = std::exchange(
                sum.stalled[static_cast<std::size_t>(named.resource)], Duration::zero());
            if (stalled < least)
                continue;
            const Sentence next = for_a_resource(named.resource, stalled);
            what = what.empty()
                ? next
                : say("a list of what an application stalled for", "{}, {}", what, next);
        }
        if (!what.empty())
            entries.push_back({wall, "stalled", sum.app, sum.unit, level,
                               say("done: {} is \"3.0 s for memory\", or a list of such",
                                   "waited {} in the last minute", what)});
    }
    std::erase_if(m_sums, [](const auto &each) { return !each.second.counted; });
    return entries;
}

} // namespace headroom
