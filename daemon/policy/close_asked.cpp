// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/close_asked.h"

#include "model/desktop_entry.h"
#include "model/job.h"
#include "policy/exempt.h"
#include "policy/hidden.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

using namespace std::chrono_literals;

/// After the daemon or the compositor has started, no source may report windows yet. For this long,
/// an app without reported windows may still have some.
constexpr Duration windows_told_within = 3s;
constexpr Duration saved_within = 10s; ///< after its last window has closed
constexpr Duration forgotten_after = 60s; ///< by then the app may be another instance

std::vector<UnitId> askable(const Session &session, const AppId &app)
{
    std::vector<UnitId> units;
    std::ranges::copy_if(session.units_of(app), std::back_inserter(units),
                         [&](UnitId id) { return !exempt(session, id); });
    return units;
}

/// When an app without a window may be sent SIGTERM.
TimePoint may_be_told(const Session &session, const AppId &app, TimePoint asked)
{
    if (session.window_source.empty())
        return asked + windows_told_within;
    const auto closed = session.windows_closed.find(app);
    return closed == session.windows_closed.end() ? asked : closed->second + saved_within;
}

Action request(const Session &session, UnitId unit, const AppId &app, action::Close close)
{
    const std::string name = session.name_of(app);
    Sentence reason = close.way == CloseWay::Windows
        ? say("done", "asked {} to close its windows: you requested it", name)
        : say("done", "asked {} to quit: you requested it", name);
    return {std::move(close), unit, session.units.at(unit).name(), app, std::move(reason)};
}

/// Whether it is a window of another app, which was launched in this one's unit: a browser, by a
/// link in a mail. GIO's mark names it, and it has a desktop file.
bool is_guests(const Session &session, const Window &window, const AppId &app)
{
    const auto process =
        window.process ? session.processes.find(*window.process) : session.processes.end();
    return process != session.processes.end() && !process->second.app_hint.empty()
        && !session.ids_of(app).contains(process->second.app_hint)
        && shows_windows(session, process->second.app_hint);
}

/// If all windows are guests', they may be its own all the same: a program may have two desktop
/// files.
action::Close by_its_windows(const Session &session, const AppId &app)
{
    const auto windows = session.windows_of(app);
    const auto is_another = [&](const Window *window) { return is_guests(session, *window, app); };
    const bool has_own = !std::ranges::all_of(windows, is_another);
    action::Close close{.way = CloseWay::Windows};
    for (const Window *window : windows) {
        if (!has_own || !is_another(window))
            close.windows.push_back(window->id);
    }
    return close;
}

} // namespace

std::optional<CloseWay> close_way(const Session &session, const AppId &app)
{
    if (session.has_windows(app))
        return CloseWay::Windows;
    if (session.quits_itself.contains(app))
        return CloseWay::Quit;
    if (tab_called(session, app))
        return std::nullopt; // it may have unsaved work open
    return is_hidden(session, app).value_or(false) ? std::optional{CloseWay::End} : std::nullopt;
}

Sentence why_not_closed(const Session &session, const AppId &app)
{
    return say("why an application is not closed: {0} is its name, {1} its id",
               "{0} can't be asked to close, and ending it would not ask about unsaved work; to "
               "end it all the same: headroomctl close --force {1}",
               session.name_of(app), app);
}

/// An app with windows is closed through them. On SIGTERM most programs exit immediately, and
/// unsaved work is lost; when a window is closed they ask first. What counts is whether the app has
/// windows, not the unit: a terminal's tabs are units without windows, and end with its window. An
/// app that may have windows is treated like one that has.
void close_asked(const Session &session, TimePoint now, Wanted &wanted)
{
    for (const auto &[app, wish] : session.close_asked) {
        const auto units = askable(session, app);
        if (units.empty() || now >= wish.asked + forgotten_after)
            continue;
        const auto way = close_way(session, app);
        if (way == CloseWay::Windows) {
            wanted.closes.push_back(
                request(session, units.front(), app, by_its_windows(session, app)));
        } else if (way == CloseWay::Quit) {
            wanted.closes.push_back(request(session, units.front(), app, {.way = CloseWay::Quit}));
        } else if (const TimePoint due = may_be_told(session, app, wish.asked); now < due) {
            wanted.look_again_at(due);
        } else if (way == CloseWay::End || wish.unasked) {
            for (const UnitId unit : units)
                wanted.closes.push_back(request(session, unit, app, {.way = CloseWay::End}));
        }
    }
}

} // namespace headroom
