// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>

#include "app_id.h"
#include "apps.h"
#include "commands.h"
#include "session_bus.h"

namespace headroom::ctl {

/// For the shells' completions: ids, one a line. Somebody is in the middle of typing, so failure is an empty list, not a sentence.
Outcome complete_apps(int, char **)
{
    const auto bus = session_bus();
    if (!bus)
        return Succeeded;
    const auto apps = list_apps(bus->get());
    if (!apps)
        return Succeeded;
    for (const App &app : *apps) {
        // An id with a line break or worse in it would become several words, or drive the terminal.
        if (wrong_with_app_id(app.id).empty())
            std::puts(app.id.c_str());
    }
    return Succeeded;
}

} // namespace headroom::ctl
