// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/guests.h"

namespace headroom {

namespace {

/// By its process, and not by the unit that this is in.
void add_own_id(const Session &session, const Window &window, std::set<AppId> &ids)
{
    if (!window.process)
        return;
    if (const auto process = session.processes.find(*window.process);
        process != session.processes.end())
        ids.insert(session.identify(process->second, window.app_hint));
}

} // namespace

std::set<AppId> ids_with_guests(const Session &session, const AppId &app)
{
    std::set<AppId> ids = session.ids_of(app);
    for (const Window *window : session.windows_of(app))
        add_own_id(session, *window, ids);
    ids.erase(AppId{});
    return ids;
}

std::set<AppId> own_ids_of_windows(const Session &session)
{
    std::set<AppId> ids;
    for (const auto &[id, window] : session.windows)
        add_own_id(session, window, ids);
    return ids;
}

} // namespace headroom
