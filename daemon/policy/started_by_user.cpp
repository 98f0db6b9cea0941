// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/started_by_user.h"

#include "model/desktop_entry.h"
#include "policy/window_source.h"

#include <algorithm>

namespace headroom {

namespace {

/// If neither windows nor the foreground are known, neither its window nor the user's turn to
/// another app would be noticed.
bool would_be_noticed(const Session &session)
{
    return !session.started.empty() && (session.focus || reports_all_windows(session));
}

bool has_shown_nothing(const Session &session, const AppId &app)
{
    return shows_windows(session, app)
        && std::ranges::any_of(session.ids_of(app), [&](const AppId &id) {
               const auto start = session.started.find(id);
               return start != session.started.end() && !start->second.shown;
           });
}

} // namespace

bool is_awaited(const Session &session, const AppId &app)
{
    return would_be_noticed(session) && has_shown_nothing(session, app);
}

std::set<AppId> awaited_apps(const Session &session)
{
    std::set<AppId> apps;
    if (!would_be_noticed(session))
        return apps;
    for (const auto &[app, units] : session.by_app) {
        if (has_shown_nothing(session, app))
            apps.insert(app);
    }
    return apps;
}

} // namespace headroom
