// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include "model/desktop_entry.h"
#include "model/desktop_parts.h"
#include "model/kinship.h"
#include "model/never_apps.h"
#include "model/unit_escape.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

// Facts about windows: which exist, and whose they are.
namespace headroom {

namespace {

/// By its process. By the window's own claim only if it has no process.
bool is_of_never_app(const Session &session, const Window &window)
{
    if (!window.process)
        return is_never_app_id(window.app_hint);
    const auto process = session.processes.find(*window.process);
    if (process == session.processes.end())
        return false;
    const Unit *unit = session.find_unit(process->second.unit);
    return is_never_app(process->second.lineage.front().program)
        || (unit && (is_never_app_unit(unit->name()) || is_never_app_id(unit->own_app)));
}

} // namespace

void Session::take(const event::WindowSourceChanged &e, TimePoint /*now*/)
{
    visibility_known = e.reports_visibility;
    if (!visibility_known)
        user_left.reset(); // nothing shows any more whether it is visible
    const std::string before = std::exchange(window_source, e.name);
    if (before == e.name && !e.name.empty())
        return;
    windows_lost = e.name.empty() && (windows_lost || !before.empty());
    if (windows_lost)
        end_all_freezes(ThawCause::WindowsLost);
    // No report of the old source holds any more. The new one reports everything again.
    focus.reset();
    front_known.reset();
    for (const auto &[id, window] : windows)
        m_changed.apps.insert(app_of(window));
    windows.clear();
    windows_closed.clear(); // nor is it known that an app has none
    unowned_windows.clear();
    reported_focus.reset();
    focus_lost.reset();
}

/// Whether the window's process opens connections that others use: the compositor for what it
/// starts or serves itself, an X server for its clients. A source that reports no processes at all
/// goes by names already.
bool Session::opens_connections_for_others(const Window &window) const
{
    if (!window.process)
        return visibility_known;
    return window.process == compositor || is_of_x_server(*this, window);
}

/// The window with the process that really owns it. A window of the compositor without another
/// owner is the Shell's: Plasma's lock screen, for which KWin opens the connection, and the dialogs
/// of portals.
Window Session::with_owner(const Window &told) const
{
    Window window = told;
    const auto owner = app_id_owners.find(window.app_hint);
    if (owner != app_id_owners.end() && owner->second != compositor
        && processes.contains(owner->second))
        window.process = owner->second;
    else if (window.process && window.process == compositor)
        window.kind = WindowKind::Shell;
    return window;
}

std::set<AppId> Session::app_ids_in_doubt() const
{
    std::set<AppId> ids;
    for (const auto &[id, window] : unowned_windows)
        ids.insert(window.app_hint);
    return ids;
}

void Session::take(const event::AppIdOwned &e, TimePoint now)
{
    if (e.owner)
        app_id_owners[e.app] = *e.owner;
    else
        app_id_owners.erase(e.app);
    for (const auto &[id, window] : std::map{unowned_windows}) {
        if (window.app_hint != e.app)
            continue;
        take(event::WindowSeen{window}, now);
        if (reported_focus == id)
            take(event::FocusMoved{id}, now);
    }
}

/// A dialog that asks for a password is the Shell's, whichever process draws it. The app that waits
/// for the answer stays in front.
void Session::take(const event::WindowSeen &e, TimePoint now)
{
    const auto before = windows.find(e.window.id);
    const bool is_new = before == windows.end() || before->second.kind != WindowKind::Normal;
    // A new source lists all windows before it reports a focus. Only what is visible then may be
    // there because the user wants it.
    const bool is_listed = is_new && !focus && !reported_focus;
    const bool was_hidden = is_listed ? visibility_known : !is_new && before->second.hidden;
    const bool shown = was_hidden && !e.window.hidden;
    if (before != windows.end())
        m_changed.apps.insert(app_of(before->second));
    Window &window = windows[e.window.id] = e.window;
    if (!usable_app_id(window.app_hint))
        window.app_hint.clear();
    unowned_windows.erase(window.id);
    if (window.kind == WindowKind::Normal && is_of_never_app(*this, window))
        window.kind = WindowKind::Shell;
    if (window.kind == WindowKind::Normal && opens_connections_for_others(window)) {
        if (!window.app_hint.empty())
            unowned_windows[window.id] = window;
        window = with_owner(window);
    }
    if (window.kind != WindowKind::Normal) {
        if (focus == InFront{window.id})
            focus.reset();
        return;
    }
    if (window.process) {
        const auto process = processes.find(*window.process);
        const bool is_known = process != processes.end();
        if (!shows_windows_since.contains(*window.process)) {
            const Unit *in = is_known ? find_unit(process->second.unit) : nullptr;
            const auto kin = in ? kin_of(*this, process->second.unit) : std::set<UnitId>{};
            shows_windows_since[*window.process] = now;
            std::ranges::for_each(kin, [this](UnitId unit) { regroup(unit); });
        }
        if (is_known) {
            name_unit(process->second.unit, process->second, window.app_hint);
            if (const auto looked_at = inspections.find(process->second.unit);
                is_new && looked_at != inspections.end())
                looked_at->second.outdated = true;
        }
    }
    const AppId app = app_of(window);
    windows_closed.erase(app);
    note_first_window(app, now);
    if (shown)
        end_freeze_of_owner(window, ThawCause::Shown);
    else if (is_new && !is_listed)
        end_freeze_of_owner(window, ThawCause::NewWindow);
    if (shown)
        end_freeze_of_tabs(app, ThawCause::Shown);
    if (!window.hidden)
        forget_working_sets(app);
    m_changed.apps.insert(app);
    // It may have been reported before its window was, or was an app's.
    if (reported_focus == e.window.id)
        focus_moved_to(e.window.id, now);
}

void Session::take(const event::WindowGone &e, TimePoint now)
{
    const auto window = windows.find(e.window);
    if (window == windows.end())
        return;
    const AppId app = app_of(window->second);
    m_changed.apps.insert(app);
    if (focus == InFront{e.window})
        focus.reset();
    if (reported_focus == e.window)
        note_focus_lost(now);
    unowned_windows.erase(e.window);
    windows.erase(window);
    note_last_window_closed(app, now);
}

/// A frozen app can't answer, and the compositor would soon offer to kill it.
void Session::take(const event::WindowAwaited &e, TimePoint now)
{
    const auto window = windows.find(e.window);
    if (window == windows.end() || window->second.kind != WindowKind::Normal)
        return;
    if (const AppId app = app_of(window->second); !outlasts_ping(app, now))
        thaw_to_answer(app, now);
    for (const AppId &owner : frozen_owners_of(window->second))
        thaw_to_answer(owner, now);
}

void Session::end_freeze_of_owner(const Window &window, ThawCause cause)
{
    end_freeze(app_of(window), cause);
    for (const AppId &owner : frozen_owners_of(window))
        end_freeze(owner, cause);
}

/// The process of a window is unknown if it is root's (pkexec), or that of an X11 client in a
/// sandbox. The app was frozen while the window was hidden.
std::set<AppId> Session::frozen_owners_of(const Window &window) const
{
    std::set<AppId> found;
    if (const auto unit = unit_of(window); unit && !units.at(*unit).app.empty())
        return found;
    const bool may_be_any_clients = may_be_any_x11_clients(*this, window);
    for (const auto &[unit, lease] : leases) {
        const auto looked_at = inspections.find(unit);
        const bool is_client = may_be_any_clients && looked_at != inspections.end()
            && std::ranges::contains(looked_at->second.duties, DutyKind::X11Client);
        if (is_client || (shows_windows(*this, lease.app) && !has_windows(lease.app)))
            found.insert(lease.app);
    }
    return found;
}

void Session::note_first_window(const AppId &app, TimePoint now)
{
    for (const AppId &id : ids_of(app)) {
        if (const auto start = started.find(id); start != started.end() && !start->second.shown)
            start->second.shown = now;
        else
            continue;
        // It counted as in front until now, and takes the focus in a moment.
        for (const UnitId unit : units_of(app))
            unfocused[unit] = now;
    }
}

/// The app is used now. What it needed in the background before says little about the next time.
void Session::forget_working_sets(const AppId &app)
{
    for (const UnitId unit : units_of(app))
        working_sets.erase(unit);
}

void Session::note_last_window_closed(const AppId &app, TimePoint now)
{
    if (!units_of(app).empty() && !has_windows(app))
        windows_closed[app] = now;
}

} // namespace headroom
