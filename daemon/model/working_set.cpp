// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/working_set.h"

#include <algorithm>

namespace headroom {

namespace {

/// nullopt: unknown at one end. A total never shrinks; a smaller one is of something else.
std::optional<double> share(std::optional<Duration> before, std::optional<Duration> after,
                            Duration time)
{
    if (!before || !after || *after < *before || time <= Duration::zero())
        return std::nullopt;
    return static_cast<double>((*after - *before).count()) / static_cast<double>(time.count());
}

} // namespace

void WorkingSet::add(const UnitMemory &seen, TimePoint at)
{
    if (!m_looks.empty() && (at - m_looks.back().at > longest_gap || at <= m_looks.back().at))
        m_looks.clear();
    const bool first = m_looks.empty();
    if (first) // it may have grown during the gap
        m_used = std::max(m_used, seen.current);
    if (!first)
        adapt_pace(m_looks.back().seen, seen);
    ++m_looks_without_slice;
    m_last_slices = 0;
    m_looks.push_back({at, seen});
    while (m_looks.size() > 1 && m_looks[1].at <= at - window)
        m_looks.pop_front();
    const bool known_for_the_first_time = seen.current && !m_least;
    if (!first && !known_for_the_first_time
        && (!seen.current
            || static_cast<double>(*seen.current)
                > static_cast<double>(*m_least) * (1 - smaller / 100)))
        return;
    m_least = seen.current;
    m_shrank = at;
    m_asked = 0;
    m_held_back = false;
}

void WorkingSet::asked_for(std::uint64_t bytes, bool held_back)
{
    m_looks_without_slice = 0;
    m_last_slices += bytes;
    m_asked += bytes;
    m_held_back = m_held_back || held_back;
}

void WorkingSet::adapt_pace(const UnitMemory &before, const UnitMemory &seen)
{
    m_came_back = false;
    if (m_last_slices == 0 || !before.returned || !seen.returned)
        return;
    m_came_back =
        *seen.returned > *before.returned && *seen.returned - *before.returned >= m_last_slices / 2;
    m_pace = m_came_back ? std::max(m_pace / 2, slowest) : std::min(m_pace * 2, fastest);
}

std::optional<double> WorkingSet::stalled_since(const Look &begin) const
{
    const Look &end = m_looks.back();
    const auto memory =
        share(begin.seen.memory_stalled, end.seen.memory_stalled, end.at - begin.at);
    const auto io = share(begin.seen.io_stalled, end.seen.io_stalled, end.at - begin.at);
    return memory && io ? std::optional{std::max(*memory, *io)} : std::nullopt;
}

std::optional<double> WorkingSet::stalled() const
{
    if (m_looks.size() < 2)
        return std::nullopt;
    const auto lately = stalled_since(m_looks[m_looks.size() - 2]);
    const auto longer = stalled_since(m_looks.front());
    return lately && longer ? std::optional{std::max(*lately, *longer)} : std::nullopt;
}

} // namespace headroom
