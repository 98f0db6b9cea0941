// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/close_asked.h"

#include "policy/exempt.h"

#include <format>

namespace headroom {

namespace {

std::vector<WindowId> windows_in(const Session &session, UnitId unit, const AppId &app)
{
    std::vector<WindowId> found;
    for (const Window *window : session.windows_of(app)) {
        if (session.unit_of(*window).value_or(unit) == unit) // one whose process nobody knows may be anybody's
            found.push_back(window->id);
    }
    return found;
}

} // namespace

/// By its windows where it has any: most programs end at once when they are told to (SIGTERM), and what wasn't saved is lost. To a window's close
/// button they answer with a question.
void close_asked(const Session &session, Wanted &wanted)
{
    for (const auto &[app, at] : session.close_asked) {
        for (const UnitId id : session.units_of(app)) {
            const Unit &unit = session.units.at(id);
            if (exempt(unit))
                continue;
            auto windows = windows_in(session, id, app);
            const std::string name = session.name_of(app);
            const auto *const how = windows.empty() ? "asked {} to quit: you wanted it" : "asked {} to close its windows: you wanted it";
            wanted.closes.push_back({action::Close{std::move(windows)}, id, unit.name(), app, std::vformat(how, std::make_format_args(name))});
        }
    }
}

} // namespace headroom
