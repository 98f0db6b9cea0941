// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include <algorithm>
#include <set>
#include <utility>

// Facts about the focus: which window has it, and which app is in front.
namespace headroom {

namespace {

/// GNOME Files gets its Wayland connection from the Shell, so to mutter its windows are the
/// Shell's. mutter reports only that no other app is in front, not that Files is. Tabs are in front
/// with their terminals.
std::set<AppId> frozen_and_never_in_front(const Session &session)
{
    std::set<AppId> apps;
    for (const auto &[id, lease] : session.leases) {
        const auto was_in_front = [&](UnitId unit) { return session.unfocused.contains(unit); };
        if (!session.units.at(id).terminal
            && std::ranges::none_of(session.units_of(lease.app), was_in_front))
            apps.insert(lease.app);
    }
    return apps;
}

/// By the last report. nullopt: no window has the focus, or the window or its process isn't known.
std::optional<ProcessId> process_with_focus(const Session &session)
{
    const auto window = session.reported_focus ? session.windows.find(*session.reported_focus)
                                               : session.windows.end();
    return window == session.windows.end() ? std::nullopt : window->second.process;
}

/// nullptr: there is none, or its source doesn't report what is hidden.
const Window *front_window(const Session &session)
{
    const auto *id =
        session.focus && !session.is_left() ? std::get_if<WindowId>(&*session.focus) : nullptr;
    return id && session.visibility_known && !session.window_source.empty()
        ? &session.windows.at(*id)
        : nullptr;
}

/// Whether nothing of its app is visible or has the focus. Popups and panels of the app count, too:
/// the user may be looking at one.
bool is_out_of_sight(const Session &session, const Window &front)
{
    if (!front.hidden || session.reported_focus == front.id)
        return false; // most often, and then no other window is looked at
    const AppId app = session.app_of(front);
    return !app.empty() && !session.has_reported_focus(app)
        && std::ranges::none_of(session.windows, [&](const auto &entry) {
               return !entry.second.hidden && session.app_of(entry.second) == app;
           });
}

} // namespace

void Session::take(const event::FocusMoved &e, TimePoint now)
{
    if (e.window)
        focus_lost.reset();
    else
        note_focus_lost(now);
    reported_focus = e.window;
    // If the focus is on nothing, on the desktop or on a popup of the shell, the previous app stays
    // in front. Where windows are identified by names alone, an unreported window may have it.
    if (!e.window && !visibility_known)
        front_known.reset();
    const auto window = e.window ? windows.find(*e.window) : windows.end();
    if (window != windows.end() && window->second.kind == WindowKind::Normal) {
        focus_moved_to(*e.window, now);
        if (const auto unit = focused_unit()) // the same one as before, after a focus on nothing
            update_front_known(find_unit(*unit), now);
    }
}

/// The app in front stays so while the focus is on nothing. But if the user has requested to pause
/// it, it is left as soon as it is minimised. Then a click on its window is a change of focus.
/// Otherwise it is left after a while: see leave_front().
void Session::look_at_front(TimePoint now)
{
    const Window *front = front_window(*this);
    if (!front || !is_out_of_sight(*this, *front))
        out_of_sight.reset();
    else if (!out_of_sight)
        out_of_sight = now;
    const auto is_minimised = [](const Window *window) { return window->hidden; };
    // Usually there is no request. Each fact comes here.
    for (const auto &[app, request] : requests) {
        if (front && request.once_behind && focused_app() == app && !has_reported_focus(app)
            && std::ranges::all_of(windows_of(app), is_minimised)) {
            user_left = focus;
            m_changed.apps.insert(app);
        }
    }
    // It is back if another window of it has the focus, of whatever kind.
    if (const auto *left = is_left() ? std::get_if<WindowId>(&*focus) : nullptr;
        left && has_reported_focus(app_of(windows.at(*left))))
        focus_moved_to(InFront{*focus}, now);
}

bool Session::has_reported_focus(const AppId &app) const
{
    const auto window = reported_focus ? windows.find(*reported_focus) : windows.end();
    return window != windows.end() && !app.empty() && app_of(window->second) == app;
}

Changes Session::leave_front()
{
    if (!out_of_sight)
        return {};
    const auto front = focused_unit();
    m_changed.apps.insert(focused_app().value_or(""));
    user_left = focus;
    front_moved(front, *std::exchange(out_of_sight, std::nullopt));
    return std::exchange(m_changed, {});
}

/// If the window is gone already, this was noted when it closed.
void Session::note_focus_lost(TimePoint now)
{
    if (const auto process = process_with_focus(*this))
        focus_lost = FocusLost{.by = *process, .at = now};
}

/// When a launcher's popup closes, nothing has the focus until the compositor has chosen the next
/// window. The popup's process may act for the user in that moment.
std::optional<ProcessId> Session::focus_owner(TimePoint now) const
{
    constexpr Duration moment = std::chrono::seconds{1};
    if (focus_lost)
        return now - focus_lost->at <= moment ? std::optional{focus_lost->by} : std::nullopt;
    return process_with_focus(*this);
}

/// If no unit has the focus, the previous app stays in front, as above. But the focus may be on an
/// app whose unit the source doesn't know. So from then on, the foreground app is unknown.
void Session::take(const event::UnitFocused &e, TimePoint now)
{
    const Unit *unit = e.unit ? find_unit(*e.unit) : nullptr;
    if (unit)
        focus_moved_to(*e.unit, now);
    update_front_known(unit, now);
    if (unit && !unit->app.empty())
        return;
    for (const AppId &app : frozen_and_never_in_front(*this))
        end_freeze(app, ThawCause::Activated);
}

void Session::update_front_known(const Unit *front, TimePoint now)
{
    if (!front || front->app.empty())
        front_known.reset();
    else if (!front_known)
        front_known = now;
}

void Session::focus_moved_to(InFront to, TimePoint now)
{
    if (focus == to && !is_left())
        return;
    focus = std::move(to);
    user_left.reset();
    front_may_have_copied(now);
    const AppId app = focused_app().value_or("");
    end_freeze(app, ThawCause::Activated);
    end_freeze_of_tabs(app, ThawCause::Activated);
    const auto *id = std::get_if<WindowId>(&*focus);
    if (const auto window = id ? windows.find(*id) : windows.end(); window != windows.end()) {
        for (const AppId &owner : frozen_owners_of(window->second))
            end_freeze(owner, ThawCause::Activated);
    }
    forget_working_sets(app);
    forget_earlier_starts(app, now);
    m_changed.apps.insert(app);
}

/// The user has turned to this app, and no longer waits for apps started before. But a started app
/// also takes the focus by itself when its window appears. Apps that were started before that
/// window appeared are still awaited.
void Session::forget_earlier_starts(const AppId &app, TimePoint now)
{
    if (app.empty())
        return;
    std::optional<TimePoint> came;
    for (const AppId &id : ids_of(app)) {
        if (const auto own = started.extract(id); !own.empty())
            came = std::max(came, own.mapped().shown);
    }
    std::erase_if(started, [&](const auto &entry) {
        if (came && entry.second.at <= *came)
            return false;
        for (const UnitId unit : units_of(entry.first))
            unfocused[unit] = now;
        return true;
    });
}

} // namespace headroom
