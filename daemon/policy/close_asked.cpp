// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/close_asked.h"

#include "policy/exempt.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

using namespace std::chrono_literals;

constexpr Duration windows_told_within = 3s; ///< after a start, or the compositor's: until then an app without a window may have one
constexpr Duration saved_within = 10s;       ///< after its last window has closed
constexpr Duration forgotten_after = 60s;    ///< whoever had it closed then means another one by now

std::vector<UnitId> askable(const Session &session, const AppId &app)
{
    std::vector<UnitId> units;
    std::ranges::copy_if(session.units_of(app), std::back_inserter(units), [&](UnitId id) { return !exempt(session, id); });
    return units;
}

/// When an app without a window can be told to end.
TimePoint may_be_told(const Session &session, const AppId &app, TimePoint asked)
{
    if (session.window_source.empty())
        return asked + windows_told_within;
    const auto closed = session.windows_closed.find(app);
    return closed == session.windows_closed.end() ? asked : closed->second + saved_within;
}

Action request(const Session &session, UnitId unit, const AppId &app, std::vector<WindowId> windows)
{
    const std::string name = session.name_of(app);
    Sentence reason =
        windows.empty() ? say("done", "asked {} to quit: you wanted it", name) : say("done", "asked {} to close its windows: you wanted it", name);
    return {action::Close{std::move(windows)}, unit, session.units.at(unit).name(), app, std::move(reason)};
}

} // namespace

/// By its windows where it has any: most programs end at once when they are told to (SIGTERM), and what wasn't saved is lost. To a window's close
/// button they answer with a question. It is the app that has windows, not the unit: a terminal's tabs are units without any, and end with its window.
void close_asked(const Session &session, TimePoint now, Wanted &wanted)
{
    for (const auto &[app, asked] : session.close_asked) {
        const auto units = askable(session, app);
        if (units.empty() || now >= asked + forgotten_after)
            continue;
        std::vector<WindowId> windows;
        for (const Window *window : session.windows_of(app))
            windows.push_back(window->id);
        if (!windows.empty()) {
            wanted.closes.push_back(request(session, units.front(), app, std::move(windows)));
        } else if (const TimePoint due = may_be_told(session, app, asked); now < due) {
            wanted.look_again_at(due);
        } else {
            for (const UnitId unit : units)
                wanted.closes.push_back(request(session, unit, app, {}));
        }
    }
}

} // namespace headroom
