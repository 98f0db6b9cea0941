// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt_unless_asked.h"

#include "model/job.h"
#include "policy/exempt_while_audible.h"
#include "policy/on_duty.h"

namespace headroom {

namespace {

std::optional<Sentence> ruled_out(const Session &session, const Config &config, const AppId &app)
{
    for (const AppId &id : session.ids_of(app)) {
        const AppRule rule = config.rule(id);
        if (rule == AppRule::Never)
            return say("why an application is exempt", "your rule for {} exempts it",
                       session.name_of(app));
        if (rule == AppRule::Foreground)
            return say("why an application is exempt",
                       "by your rule, {} always counts as the active app", session.name_of(app));
        if (const auto held = session.holds.find(id); held != session.holds.end())
            return say("why an application is exempt: {1} is the reason that was given",
                       "{} is held: {}", session.name_of(app), held->second.begin()->second);
    }
    return std::nullopt;
}

} // namespace

std::optional<Sentence> exempt_unless_asked(const Session &session, const Config &config,
                                            const AppId &app, TimePoint now)
{
    if (auto why = ruled_out(session, config, app))
        return why;
    // What holds for a terminal holds for its tabs.
    if (const Unit *tab = tab_called(session, app)) {
        if (auto why = ruled_out(session, config, *tab->terminal))
            return why;
    }
    if (auto why = exempt_while_audible(session, config, app, now))
        return why;
    const auto info = session.apps.find(app);
    if (info == session.apps.end())
        return say("why an application is exempt", "it isn't known yet what kind of app {} is",
                   session.name_of(app));
    if (!info->second.never_frozen.empty())
        return say(
            "why an application is exempt: {0} is its name, {1} \"is a terminal\" or the like",
            "{} {}", session.name_of(app), info->second.never_frozen);
    return inspected_kind(session, app);
}

} // namespace headroom
