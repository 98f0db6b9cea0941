// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"
#include "model/session.h"

#include <utility>

// Facts about terminals' tabs: which terminal each belongs to, where its path doesn't show that.
namespace headroom {

/// The first report counts. When the terminal ends, its tabs get another parent.
void Session::take(const event::TabStarted &e, TimePoint /*now*/)
{
    const Unit *tab = find_unit(e.tab);
    if (tab && tab->placement == Placement::OwnUnit && is_tab_of_unknown(tab->path)
        && tab_starters.try_emplace(e.tab, e.by).second)
        name_tab(e.tab, e.by);
}

/// The terminal is the app whose unit its process is in. It is unknown while that is a unit where
/// apps don't belong, or another terminal's tab. What was known before still holds then.
void Session::name_tab(UnitId id, ProcessId starter)
{
    const auto process = processes.find(starter);
    const Unit *in = process == processes.end() ? nullptr : find_unit(process->second.unit);
    Unit &tab = units.at(id);
    if (!in || in->placement != Placement::OwnUnit || in->terminal || in->app.empty()
        || tab.terminal == in->app)
        return;
    AppId app = app_of_tab_in(in->app, tab.path);
    if (app.empty())
        return;
    tab.terminal = in->app;
    set_own_app(id, std::move(app));
}

/// A terminal may be in another unit now, such as a scope of ours, or its unit another app's.
void Session::name_tabs()
{
    for (const auto &[tab, starter] : tab_starters)
        name_tab(tab, starter);
}

} // namespace headroom
