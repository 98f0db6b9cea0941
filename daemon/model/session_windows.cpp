// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include "model/unit_escape.h"

// Facts about windows: which there are, and which one is in front.
namespace headroom {

void Session::take(const event::WindowSourceChanged &e, TimePoint now)
{
    window_source = e.name;
    visibility_known = e.tells_visibility;
    if (!e.name.empty())
        return;
    if (focus)
        focus_left(windows.at(*focus), now);
    for (const auto &[id, window] : windows)
        changed.insert(app_of(window));
    focus.reset();
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
    if (window.kind != WindowKind::Normal) {
        if (focus == window.id)
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
    changed.insert(app);
}

void Session::take(const event::WindowGone &e, TimePoint now)
{
    const auto window = windows.find(e.window);
    if (window == windows.end())
        return;
    const AppId app = app_of(window->second);
    changed.insert(app);
    if (focus == e.window) {
        focus_left(window->second, now);
        focus.reset();
    }
    windows.erase(window);
    if (!units_of(app).empty() && windows_of(app).empty())
        windows_closed[app] = now;
}

void Session::take(const event::FocusMoved &e, TimePoint now)
{
    // Focus on nothing, the desktop or a popup of the shell is no change of mind: the app before it stays in front.
    if (!e.window || focus == *e.window)
        return;
    const auto window = windows.find(*e.window);
    if (window == windows.end() || window->second.kind != WindowKind::Normal)
        return;
    if (focus)
        focus_left(windows.at(*focus), now);
    focus = *e.window;
    if (const auto unit = unit_of(window->second))
        unfocused.erase(*unit);
    const AppId app = app_of(window->second);
    end_freeze(app, ThawCause::Activated);
    changed.insert(app);
}

void Session::focus_left(const Window &window, TimePoint now)
{
    const auto unit = unit_of(window);
    if (!unit)
        return;
    unfocused[*unit] = now;
    unit_refusals[*unit].erase("boost"); // tried again when the focus comes back: whoever set the weight may be gone by then
}

} // namespace headroom
