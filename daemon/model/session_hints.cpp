// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include "model/desktop_parts.h"
#include "model/placement.h"
#include "model/unit_escape.h"

#include <vector>

// The app ids that processes were launched with, and what they show about a unit. A process can
// block the reading of its id for any length of time.
namespace headroom {

void Session::take(const event::HintAwaited &e, TimePoint now)
{
    hints_awaited.try_emplace(e.process, now);
}

/// Until now, its windows had no app if their unit shows none. They are applied again as new
/// windows, and the focused one gets the focus again.
void Session::take(const event::HintRead &e, TimePoint now)
{
    const auto process = processes.find(e.process);
    if (process == processes.end())
        return;
    std::vector<Window> unnamed;
    for (const auto &[id, window] : windows) {
        if (window.kind == WindowKind::Normal && window.process == e.process
            && app_of(window).empty())
            unnamed.push_back(unowned_windows.contains(id) ? unowned_windows.at(id) : window);
    }
    process->second.app_hint = usable_app_id(e.app_hint) ? e.app_hint : AppId{};
    hints_awaited.erase(e.process);
    touch(process->second.unit);
    for (const Window &window : unnamed) {
        windows.erase(window.id);
        take(event::WindowSeen{window}, now);
        if (focus == InFront{window.id}) {
            focus.reset();
            focus_moved_to(window.id, now);
        }
    }
}

/// An agent's service does not become an app by showing a dialog. The windows of an X server belong
/// to its clients.
void Session::name_unit(UnitId id, const Process &process, const AppId &window_hint)
{
    const auto found = units.find(id);
    if (found != units.end() && found->second.own_app.empty() && !is_part_of_session(*this, id)
        && found->second.placement == Placement::OwnUnit
        && !is_x_server(process.lineage.front().program))
        set_own_app(id, identify(process, window_hint));
    touch(id);
}

} // namespace headroom
