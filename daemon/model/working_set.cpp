// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/working_set.h"

#include <algorithm>

namespace headroom {

namespace {

/// nullopt: not known at both ends. A total never shrinks; if it did, it is of something else.
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
    if (!m_looks.empty() && (at - m_looks.back().at > torn || at <= m_looks.back().at))
        m_looks.clear();
    const bool first = m_looks.empty();
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
