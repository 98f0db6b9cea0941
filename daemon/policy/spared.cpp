// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/spared.h"

#include "model/job.h"
#include "policy/on_duty.h"
#include "policy/protect_audible.h"
#include "policy/started_by_user.h"
#include "policy/window_source.h"

#include <algorithm>

namespace headroom {

namespace {

/// More than a program needs that only starts, or more than is left for all. Unknown is not much.
bool has_much(const Session &session, const Config &config, const AppId &app)
{
    const auto last = session.pressure.last_at();
    const auto memory = last ? session.pressure.memory(*last) : std::nullopt;
    std::uint64_t held = 0;
    for (const UnitId unit : session.units_of(app)) {
        const UnitUse *use = session.pressure.use(unit);
        held += use ? use->held.value_or(0) : 0;
    }
    const auto room = last ? session.pressure.room(*last) : std::nullopt;
    return (memory
            && 100.0 * static_cast<double>(held)
                >= config.freezing.starting_share * static_cast<double>(memory->total))
        || (room && held > *room);
}

bool in_the_open(const Window *window)
{
    return !window->hidden;
}

/// A window of its own may be among the visible ones that are in no app's unit. The process of such
/// a window was not reported, or belongs to a program that shows it for another. X11 programs in a
/// sandbox are such, and all those behind xwayland-satellite.
bool may_show_nobodys_window(const Session &session, const AppId &app)
{
    const auto info = session.apps.find(app);
    return info != session.apps.end() && info->second.shows_windows && !session.has_windows(app)
        && std::ranges::any_of(session.owners()->nobodys, in_the_open);
}

/// Its panel, dock or notification is visible. That is no window to work in, but the user sees it.
bool shows_a_panel(const Session &session, const AppId &app)
{
    const auto &panels = session.owners()->shell_windows;
    const auto its = panels.find(app);
    return its != panels.end() && std::ranges::any_of(its->second, in_the_open);
}

/// The screen is recorded, or one window of it. Which window is not reported, and it may be on
/// another desktop. A panel's live thumbnails count, too.
bool screen_is_taken_in(const Session &session)
{
    return std::ranges::any_of(session.streams, [](const auto &entry) {
        return entry.second.running && entry.second.kind == StreamKind::Screencast;
    });
}

/// Whether an app without a window shows none. It does if its last window was seen to close.
/// Otherwise the source must report panels and pop-ups as well. It must also report at least one
/// window: an empty list proves nothing.
bool none_is_none(const Session &session, const AppId &app)
{
    if (may_show_nobodys_window(session, app))
        return false;
    return session.windows_closed.contains(app)
        || (tells_all_windows(session) && !session.windows.empty());
}

/// Its unit is new, but what runs in it is not.
bool is_split_tab(const Session &session, const AppId &app)
{
    const Unit *tab = tab_called(session, app);
    return tab && tab->is_split;
}

std::optional<Sentence> ruled_out(const Session &session, const Config &config, const AppId &app)
{
    for (const AppId &id : session.ids_of(app)) {
        if (config.rule(id) == AppRule::Never)
            return say("why an application is let be", "you have said never to touch {}",
                       session.name_of(app));
        if (const auto held = session.holds.find(id); held != session.holds.end())
            return say("why an application is let be: {1} are the words of who wants it",
                       "{} is to be left alone: {}", session.name_of(app),
                       held->second.begin()->second);
    }
    return std::nullopt;
}

} // namespace

std::optional<bool> is_hidden(const Session &session, const AppId &app)
{
    if (session.window_source.empty() || !session.visibility_known)
        return std::nullopt;
    const auto windows = session.windows_of(app);
    const auto out_of_sight = [](const Window *window) { return window->hidden; };
    if (shows_a_panel(session, app) || !std::ranges::all_of(windows, out_of_sight))
        return false;
    if (screen_is_taken_in(session) || (windows.empty() && !none_is_none(session, app)))
        return std::nullopt;
    return true;
}

bool may_be_in_sight(const Session &session, const AppId &app)
{
    return shows_a_panel(session, app) || may_show_nobodys_window(session, app)
        || std::ranges::any_of(session.windows_of(app), in_the_open);
}

std::optional<Sentence> may_be_noticed(const Session &session, const AppId &app)
{
    if (plays_unknown(session))
        return say("why an application is let be",
                   "something plays or records, and it isn't known whether it is {}",
                   session.name_of(app));
    const auto hidden = is_hidden(session, app);
    if (!hidden)
        return say("why an application is let be", "it isn't known whether {} can be seen",
                   session.name_of(app));
    return *hidden ? std::nullopt
                   : std::optional{say("why an application is let be", "{} can be seen",
                                       session.name_of(app))};
}

std::optional<Sentence> comes_or_goes(const Session &session, const Config &config,
                                      const AppId &app, TimePoint now)
{
    if (session.has_windows(app) || is_split_tab(session, app))
        return std::nullopt;
    if (const auto closed = session.windows_closed.find(app);
        closed != session.windows_closed.end())
        return now < closed->second + config.freezing.closing_for
            ? std::optional{say("why an application is let be",
                                "{} has closed its last window and may still be saving",
                                session.name_of(app))}
            : std::nullopt;
    if (is_awaited(session, app))
        return say("why an application is let be", "{} is starting", session.name_of(app));
    const auto info = session.apps.find(app);
    const bool awaited = info != session.apps.end() && info->second.shows_windows;
    const Duration enough =
        awaited ? config.freezing.starting_for : config.freezing.may_be_starting_for;
    const bool is_new = std::ranges::any_of(session.units_of(app), [&](UnitId unit) {
        return now < session.units.at(unit).appeared + enough;
    });
    return is_new && (awaited || !has_much(session, config, app))
        ? std::optional{say("why an application is let be", "{} is starting", session.name_of(app))}
        : std::nullopt;
}

std::optional<Sentence> left_alone(const Session &session, const Config &config, const AppId &app,
                                   TimePoint now)
{
    if (auto why = ruled_out(session, config, app))
        return why;
    // What holds for a terminal holds for its tabs.
    if (const Unit *tab = tab_called(session, app)) {
        if (auto why = ruled_out(session, config, *tab->terminal))
            return why;
    }
    if (auto why = protect_audible(session, config, app, now))
        return why;
    const auto info = session.apps.find(app);
    if (info == session.apps.end())
        return say("why an application is let be",
                   "it isn't known yet what kind of application {} is", session.name_of(app));
    if (!info->second.never_frozen.empty())
        return say(
            "why an application is let be: {0} is its name, {1} \"is a terminal\" or the like",
            "{} {}", session.name_of(app), info->second.never_frozen);
    return found_to_be(session, app);
}

} // namespace headroom
