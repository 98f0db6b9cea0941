// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/hidden.h"

#include "model/desktop_entry.h"
#include "policy/exempt_while_audible.h"
#include "policy/window_source.h"

#include <algorithm>

namespace headroom {

namespace {

bool in_the_open(const Window *window)
{
    return !window->hidden;
}

/// Whether a visible window that belongs to no known app may be this app's. Its process was not
/// reported, or is a program that shows windows for others. Examples are sandboxed X11 programs,
/// and all clients of xwayland-satellite.
bool may_show_nobodys_window(const Session &session, const AppId &app)
{
    return shows_windows(session, app) && !session.has_windows(app)
        && std::ranges::any_of(session.owners()->nobodys, in_the_open);
}

/// Whether its panel, dock or notification is visible. The user can't focus it, but sees it.
bool shows_a_panel(const Session &session, const AppId &app)
{
    const auto &panels = session.owners()->shell_windows;
    const auto its = panels.find(app);
    return its != panels.end() && std::ranges::any_of(its->second, in_the_open);
}

/// Whether the screen or one window is recorded. No source reports which window, and it may be on
/// another desktop. Live thumbnails in a panel count, too.
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
        || (reports_all_windows(session) && !session.windows.empty());
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

bool may_be_visible(const Session &session, const AppId &app)
{
    return shows_a_panel(session, app) || may_show_nobodys_window(session, app)
        || std::ranges::any_of(session.windows_of(app), in_the_open);
}

std::optional<Sentence> may_be_noticed(const Session &session, const AppId &app)
{
    if (unknown_app_plays(session))
        return say("why an application is exempt",
                   "something plays or records, and it isn't known whether it is {}",
                   session.name_of(app));
    const auto hidden = is_hidden(session, app);
    if (!hidden)
        return say("why an application is exempt", "it isn't known whether {} is visible",
                   session.name_of(app));
    return *hidden
        ? std::nullopt
        : std::optional{say("why an application is exempt", "{} is visible", session.name_of(app))};
}

} // namespace headroom
