// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"

#include "model/session.h"
#include "model/unit_escape.h"
#include "model/unit_name.h"

#include <algorithm>
#include <iterator>

namespace headroom {

namespace {

/// Empty: none of the names has one.
AppId first_app_id(const std::vector<std::string> &names)
{
    for (const std::string &name : names) {
        if (const auto parsed = parse_unit_name(name); parsed && !parsed->app_id.empty())
            return parsed->app_id;
    }
    return {};
}

/// Unique for each tab: `which` is a UUID, or the pid of the tab's shell.
AppId app_of_tab(const AppId &terminal, std::string_view which)
{
    AppId app = (terminal.empty() ? AppId{"vte"} : terminal) + ":" + std::string{which};
    return usable_app_id(app) ? app : AppId{};
}

bool is_around(const Unit &unit, const Unit &tab)
{
    return unit.full_path == tab.path.unit_root;
}

constexpr std::string_view inside_begins = "tab(";
constexpr std::string_view inside_ends = ").scope";

} // namespace

bool is_tab_inside(std::string_view name)
{
    if (!name.starts_with(inside_begins) || !name.ends_with(inside_ends)
        || name.size() <= inside_begins.size() + inside_ends.size())
        return false;
    name.remove_prefix(inside_begins.size());
    name.remove_suffix(inside_ends.size());
    return std::ranges::all_of(name, is_digit);
}

std::optional<Tab> tab_of(const CgroupPath &path)
{
    Tab tab;
    if (const std::string_view first = std::string_view{path.below}.substr(0, path.below.find('/'));
        is_tab_inside(first)) {
        tab.terminal = first_app_id({path.unit});
        tab.app =
            app_of_tab(tab.terminal,
                       first.substr(inside_begins.size(),
                                    first.size() - inside_begins.size() - inside_ends.size()));
    } else if (const auto name = parse_unit_name(path.unit);
               name && name->origin == UnitOrigin::Vte) {
        tab.terminal = name->app_id.empty() ? first_app_id(path.slices) : name->app_id;
        tab.app = app_of_tab(tab.terminal, name->random);
    } else if (name && name->origin == UnitOrigin::Tmux) {
        tab.app = app_of_tab({}, name->random);
    } else if (name && name->origin == UnitOrigin::SplitTab) {
        tab = {
            .terminal = name->app_id, .app = app_of_tab(name->app_id, name->random), .split = true};
    }
    return tab.app.empty() ? std::nullopt : std::optional{tab};
}

bool is_tab_of_unknown(const CgroupPath &path)
{
    const auto name = parse_unit_name(path.unit);
    const auto tab = tab_of(path);
    return name && name->origin == UnitOrigin::Vte && path.below.empty() && tab
        && tab->terminal.empty();
}

AppId app_of_tab_in(const AppId &terminal, const CgroupPath &path)
{
    const auto name = parse_unit_name(path.unit);
    return name ? app_of_tab(terminal, name->random) : AppId{};
}

std::string control_root(const CgroupPath &path)
{
    const std::string_view first = std::string_view{path.below}.substr(0, path.below.find('/'));
    return path.unit_root.empty() || !is_tab_inside(first)
        ? path.unit_root
        : path.unit_root + "/" + std::string{first};
}

const Unit *tab_called(const Session &session, const AppId &app)
{
    const auto &units = session.units_of(app);
    const Unit *unit = units.size() == 1 ? session.find_unit(*units.begin()) : nullptr;
    return unit && unit->terminal ? unit : nullptr;
}

std::vector<UnitId> tabs_of(const Session &session, const AppId &terminal)
{
    std::vector<UnitId> tabs;
    if (terminal.empty())
        return tabs;
    const AppId begins = terminal + ":";
    for (auto app = session.by_app.lower_bound(begins);
         app != session.by_app.end() && app->first.starts_with(begins); ++app) {
        std::ranges::copy_if(app->second, std::back_inserter(tabs),
                             [&](UnitId id) { return session.units.at(id).terminal == terminal; });
    }
    return tabs;
}

UnitId known_to_systemd(const Session &session, UnitId unit)
{
    const Unit &tab = session.units.at(unit);
    if (!tab.is_inside())
        return unit;
    const auto around = std::ranges::find_if(
        session.units, [&](const auto &each) { return is_around(each.second, tab); });
    return around == session.units.end() ? unit : around->first;
}

std::set<AppId> apps_inside(const Session &session, const AppId &app)
{
    std::set<AppId> inside;
    const auto &units = session.units_of(app);
    for (const UnitId id : session.owners()->tabs_inside) {
        const Unit &tab = session.units.at(id);
        if (std::ranges::any_of(
                units, [&](UnitId unit) { return is_around(session.units.at(unit), tab); }))
            inside.insert(tab.app);
    }
    inside.erase(app);
    return inside;
}

bool is_shown(const Session &session, const AppId &app)
{
    if (app.empty() || (session.units_of(app).empty() && !session.has_windows(app)))
        return false;
    if (!tab_called(session, app) || session.has_windows(app) || session.holds.contains(app))
        return true;
    if (const auto request = session.requests.find(app);
        request != session.requests.end() && !request->second.ended)
        return true;
    const bool leased = std::ranges::any_of(
        session.leases, [&](const auto &lease) { return lease.second.app == app; });
    return leased || (session.notice && session.notice->app == app);
}

} // namespace headroom
