// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/started_by_user.h"

#include <algorithm>

namespace headroom {

bool is_awaited(const Session &session, const AppId &app)
{
    const auto info = session.apps.find(app);
    return info != session.apps.end() && info->second.shows_windows && !session.has_windows(app) && !session.windows_closed.contains(app)
        && std::ranges::any_of(session.ids_of(app), [&](const AppId &id) { return session.started.contains(id); });
}

std::set<AppId> awaited_apps(const Session &session)
{
    std::set<AppId> apps;
    if (session.started.empty())
        return apps;
    for (const auto &[app, units] : session.by_app) {
        if (is_awaited(session, app))
            apps.insert(app);
    }
    return apps;
}

} // namespace headroom
