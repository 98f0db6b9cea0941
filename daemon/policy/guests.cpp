// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/guests.h"

namespace headroom {

std::set<AppId> ids_with_guests(const Session &session, const AppId &app)
{
    std::set<AppId> ids = session.ids_of(app);
    for (const Window *window : session.windows_of(app)) {
        if (!window->process)
            continue;
        if (const auto process = session.processes.find(*window->process);
            process != session.processes.end())
            ids.insert(session.identify(process->second, window->app_hint));
    }
    ids.erase(AppId{});
    return ids;
}

} // namespace headroom
