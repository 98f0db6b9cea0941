// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include "model/unit_escape.h"

#include <utility>

// Facts about windows: which there are, and which one is in front.
namespace headroom {

void Session::take(const event::WindowSourceChanged &e, TimePoint /*now*/)
{
    visibility_known = e.tells_visibility;
    if (std::exchange(window_source, e.name) == e.name && !e.name.empty())
        return;
    // Nothing of what the one before said holds any more: the new one says everything anew.
    focus.reset();
    front_known.reset();
    for (const auto &[id, window] : windows)
        changed.insert(app_of(window));
    windows.clear();
}

void Session::take(const event::WindowSeen &e, TimePoint /*now*/)
{
    const auto before = windows.find(e.window.id);
    const bool is_new = before == windows.end();
    const bool shown = !is_new && before->second.hidden && !e.window.hidden;
    if (!is_new)
        changed.insert(app_of(before->second));
    Window &window = windows[e.window.id] = e.window;
    if (!usable_app_id(window.app_hint))
        window.app_hint.clear();
    // Plasma's lock screen: KWin opens its connection for it, so the kernel says that it is KWin's own.
    if (window.process && window.process == compositor)
        window.kind = WindowKind::Shell;
    if (window.kind != WindowKind::Normal) {
        if (focus == InFront{window.id})
            focus.reset();
        return;
    }
    if (window.process) {
        if (const auto process = processes.find(*window.process); process != processes.end())
            name_unit(process->second.unit, process->second, window.app_hint);
    }
    const AppId app = app_of(window);
    windows_closed.erase(app);
    if (is_new || shown)
        end_freeze(app, is_new ? ThawCause::NewWindow : ThawCause::Shown);
    if (shown)
        end_freeze_of_tabs(app, ThawCause::Shown);
    if (!window.hidden)
        seen_again(app);
    changed.insert(app);
}

void Session::take(const event::WindowGone &e, TimePoint now)
{
    const auto window = windows.find(e.window);
    if (window == windows.end())
        return;
    const AppId app = app_of(window->second);
    changed.insert(app);
    if (focus == InFront{e.window})
        focus.reset();
    windows.erase(window);
    window_left(app, now);
}

/// Frozen, it can't, and the compositor would soon offer to kill it.
void Session::take(const event::WindowAwaited &e, TimePoint /*now*/)
{
    const auto window = windows.find(e.window);
    if (window != windows.end() && window->second.kind == WindowKind::Normal)
        end_freeze(app_of(window->second), ThawCause::Awaited);
}

void Session::take(const event::FocusMoved &e, TimePoint /*now*/)
{
    // Focus on nothing, the desktop or a popup of the shell is no change of mind: the app before it stays in front.
    // Where windows are told by their names alone, it may as well be one that isn't told.
    if (!e.window && !visibility_known)
        front_known.reset();
    if (!e.window)
        return;
    const auto window = windows.find(*e.window);
    if (window != windows.end() && window->second.kind == WindowKind::Normal)
        focus_came(*e.window);
}

/// The app before stays in front here, too, when nobody has the focus. But then it may as well be on an app whose unit the source doesn't know,
/// so from then on nothing is sure of who is not in front.
void Session::take(const event::UnitFocused &e, TimePoint now)
{
    const Unit *unit = e.unit ? find_unit(*e.unit) : nullptr;
    if (unit)
        focus_came(*e.unit);
    follow_front(unit, now);
}

void Session::follow_front(const Unit *front, TimePoint now)
{
    if (!front || front->app.empty())
        front_known.reset();
    else if (!front_known)
        front_known = now;
}

void Session::focus_came(InFront to)
{
    if (focus == to)
        return;
    focus = std::move(to);
    const AppId app = focused_app().value_or("");
    end_freeze(app, ThawCause::Activated);
    end_freeze_of_tabs(app, ThawCause::Activated);
    seen_again(app);
    changed.insert(app);
}

/// What it needed in the background says little of what it needs there the next time: it has been used meanwhile.
void Session::seen_again(const AppId &app)
{
    for (const UnitId unit : units_of(app))
        working_sets.erase(unit);
}

void Session::window_left(const AppId &app, TimePoint now)
{
    if (!units_of(app).empty() && !has_windows(app))
        windows_closed[app] = now;
}

} // namespace headroom
