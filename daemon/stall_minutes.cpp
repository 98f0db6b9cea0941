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
    for (auto &[unit, tally] : m_tallies)
        tally.counted = false;
    if (sample.focused)
        count(sample.focused_unit, *sample.focused, session);
    if (const auto compositor = session.compositor_unit();
        sample.compositor && compositor && compositor != sample.focused_unit)
        count(*compositor, *sample.compositor, session);
    for (auto &[unit, tally] : m_tallies) {
        if (!tally.counted)
            // It is in the background now. What it stalls there must not count when it comes back.
            tally.last = {};
    }
    if (now - *m_began < minute)
        return {};
    m_began = now;
    return take_entries(session.level, wall);
}

std::vector<HistoryEntry> StallMinutes::pause(Level level, WallTime wall)
{
    auto entries = take_entries(level, wall);
    m_tallies.clear();
    m_began.reset();
    return entries;
}

void StallMinutes::count(UnitId unit, const GroupStalls &stalls, const Session &session)
{
    const Unit *known = session.find_unit(unit);
    if (!known)
        return;
    Tally &tally = m_tallies[unit];
    tally.counted = true;
    tally.app = known->app;
    tally.unit = known->name();
    for (const Named &named : in_order) {
        const auto total = (stalls.*named.totals).some;
        const auto at = static_cast<std::size_t>(named.resource);
        if (total && tally.last[at] && *total > *tally.last[at])
            tally.stalled[at] += *total - *tally.last[at];
        if (total)
            tally.last[at] = total;
    }
}

std::vector<HistoryEntry> StallMinutes::take_entries(Level level, WallTime wall)
{
    std::vector<HistoryEntry> entries;
    for (auto &[unit, tally] : m_tallies) {
        Sentence what;
        for (const Named &named : in_order) {
            const Duration stalled = std::exchange(
                tally.stalled[static_cast<std::size_t>(named.resource)], Duration::zero());
            if (stalled < least)
                continue;
            const Sentence next = for_a_resource(named.resource, stalled);
            what = what.empty()
                ? next
                : say("a list of what an application stalled for", "{}, {}", what, next);
        }
        if (!what.empty())
            entries.push_back({wall, "stalled", tally.app, tally.unit, level,
                               say("done: {} is \"3.0 s for memory\", or a list of such",
                                   "waited {} in the last minute", what)});
    }
    std::erase_if(m_tallies, [](const auto &tally) { return !tally.second.counted; });
    return entries;
}

} // namespace headroom
