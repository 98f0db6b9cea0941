// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include "model/unit_escape.h"

#include <vector>

// What processes are launched as, which takes as long to be read as they like.
namespace headroom {

void Session::take(const event::HintAwaited &e, TimePoint now)
{
    hints_awaited.try_emplace(e.process, now);
}

/// Its windows were of nobody until now, where their unit doesn't say whose they are: they come to their app as new ones do, the one in front as well.
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
            focus_came(window.id, now);
        }
    }
}

} // namespace headroom
