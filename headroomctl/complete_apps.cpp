// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

#include "app_id.h"
#include "apps.h"
#include "commands.h"
#include "session_bus.h"

namespace headroom::ctl {

/// For shell completion: ids, one per line. The user is typing, so a failure prints an empty list,
/// not an error.
Outcome complete_apps(int, char **)
{
    const auto bus = session_bus();
    if (!bus)
        return Succeeded;
    const auto apps = list_apps(bus->get());
    if (!apps)
        return Succeeded;
    for (const App &app : *apps) {
        // An id with a line break would become several words, and other control characters could
        // control the terminal.
        if (problem_with_app_id(app.id).empty())
            std::puts(app.id.c_str());
    }
    return Succeeded;
}

} // namespace headroom::ctl
