// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/tally.h"

#include <algorithm>

namespace headroom {

StallCause named_cause(const Session &session)
{
    if (!session.notice)
        return StallCause::Unnamed;
    const AppId &app = session.notice->app;
    if (app.empty())
        return StallCause::System;
    if (app == session.focused_app())
        return StallCause::Foreground;
    const bool in_turn = std::ranges::any_of(session.units_of(app), [&](UnitId unit) {
        const auto lease = session.leases.find(unit);
        return lease != session.leases.end() && lease->second.in_turn;
    });
    return in_turn ? StallCause::Unnamed : StallCause::Background;
}

Tally::Tally(TimePoint began) : m_level_since(began)
{
    for (const char *verb : {"adopt", "ask", "boost", "close", "freeze", "level", "measured",
                             "minimise", "nap", "protect", "reclaim", "reclaimed", "rejoin", "thaw",
                             "unboost", "unprotect", "unwarn", "wake", "warn"})
        m_acts[verb] = 0;
}

void Tally::level_changed(Level level, TimePoint now)
{
    m_at_levels[static_cast<std::size_t>(m_level)] += now - m_level_since;
    m_level = level;
    m_level_since = now;
}

void Tally::stalled(Stalling who, StallCause cause, Resource resource, Duration more)
{
    m_stalled[static_cast<std::size_t>(who)][static_cast<std::size_t>(cause)]
             [static_cast<std::size_t>(resource)] += more;
}

std::array<Duration, Tally::levels> Tally::at_levels(TimePoint now) const
{
    auto result = m_at_levels;
    result[static_cast<std::size_t>(m_level)] += now - m_level_since;
    return result;
}

Duration Tally::stalled(Stalling who, StallCause cause, Resource resource) const
{
    return m_stalled[static_cast<std::size_t>(who)][static_cast<std::size_t>(cause)]
                    [static_cast<std::size_t>(resource)];
}

} // namespace headroom
