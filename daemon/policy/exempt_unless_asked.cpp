// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/exempt_unless_asked.h"

#include "model/job.h"
#include "policy/exempt_while_audible.h"
#include "model/guests.h"
#include "policy/on_duty.h"

namespace headroom {

namespace {

/// ids: ids_with_guests() of the app.
std::optional<Sentence> ruled_out(const Session &session, const Config &config, const AppId &app,
                                  const std::set<AppId> &ids)
{
    const auto name = [&](const AppId &id) {
        return session.name_of(session.ids_of(app).contains(id) ? app : id);
    };
    for (const AppId &id : ids) {
        const AppRule rule = config.rule(id);
        if (rule == AppRule::Never)
            return say("why an application is exempt", "your rule for {} exempts it", name(id));
        if (rule == AppRule::Foreground)
            return say("why an application is exempt",
                       "by your rule, {} always counts as the active app", name(id));
        if (const auto held = session.holds.find(id); held != session.holds.end())
            return say("why an application is exempt: {1} is the reason that was given",
                       "{} is held: {}", name(id), held->second.begin()->second);
    }
    return std::nullopt;
}

/// What it is, or a guest in its units: a package manager that a file manager has started.
std::optional<Sentence> never_frozen(const Session &session, const std::set<AppId> &ids)
{
    for (const AppId &id : ids) {
        if (const auto info = session.apps.find(id);
            info != session.apps.end() && !info->second.never_frozen.empty())
            return info->second.never_frozen;
    }
    return std::nullopt;
}

} // namespace

std::optional<Sentence> exempt_unless_asked(const Session &session, const Config &config,
                                            const AppId &app, TimePoint now)
{
    const std::set<AppId> ids = ids_with_guests(session, app);
    if (auto why = ruled_out(session, config, app, ids))
        return why;
    // What holds for a terminal holds for its tabs.
    if (const Unit *tab = tab_called(session, app)) {
        if (auto why = ruled_out(session, config, *tab->terminal,
                                 ids_with_guests(session, *tab->terminal)))
            return why;
    }
    if (auto why = exempt_while_audible(session, config, app, now))
        return why;
    if (!session.apps.contains(app))
        return say("why an application is exempt", "it isn't known yet what kind of app {} is",
                   session.name_of(app));
    if (auto why = never_frozen(session, ids))
        return why;
    return inspected_kind(session, app);
}

} // namespace headroom
