// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt_while_windowless.h"

#include "model/desktop_entry.h"
#include "model/job.h"
#include "policy/started_by_user.h"

#include <algorithm>

namespace headroom {

namespace {

/// Whether it holds more than a starting program needs, or more than is left. Unknown counts as 0.
bool has_much(const Session &session, const Config &config, const AppId &app)
{
    const auto last = session.pressure.last_at();
    const auto memory = last ? session.pressure.memory(*last) : std::nullopt;
    std::uint64_t held = 0;
    for (const UnitId unit : session.units_of(app)) {
        const UnitUse *use = session.pressure.use(unit);
        held += use ? use->held.value_or(0) : 0;
    }
    const auto room = last ? session.pressure.room(*last) : std::nullopt;
    return (memory
            && 100.0 * static_cast<double>(held)
                >= config.freezing.starting_share * static_cast<double>(memory->total))
        || (room && held > *room);
}

/// Its unit is new, but what runs in it is not.
bool is_split_tab(const Session &session, const AppId &app)
{
    const Unit *tab = tab_called(session, app);
    return tab && tab->is_split;
}

} // namespace

std::optional<Sentence> exempt_while_windowless(const Session &session, const Config &config,
                                                const AppId &app, TimePoint now)
{
    if (session.has_windows(app) || is_split_tab(session, app))
        return std::nullopt;
    if (const auto closed = session.windows_closed.find(app);
        closed != session.windows_closed.end())
        return now < closed->second + config.freezing.closing_for
            ? std::optional{say("why an application is exempt",
                                "{} has closed its last window and may still be saving",
                                session.name_of(app))}
            : std::nullopt;
    if (is_awaited(session, app))
        return say("why an application is exempt", "{} is starting", session.name_of(app));
    const bool awaited = shows_windows(session, app);
    const Duration enough =
        awaited ? config.freezing.starting_for : config.freezing.may_be_starting_for;
    const bool is_new = std::ranges::any_of(session.units_of(app), [&](UnitId unit) {
        return now < session.units.at(unit).appeared + enough;
    });
    return is_new && (awaited || !has_much(session, config, app))
        ? std::optional{say("why an application is exempt", "{} is starting", session.name_of(app))}
        : std::nullopt;
}

bool may_be_starting(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    return exempt_while_windowless(session, config, app, now) && !shows_windows(session, app)
        && !session.windows_closed.contains(app);
}

} // namespace headroom
