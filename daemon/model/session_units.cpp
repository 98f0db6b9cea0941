// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"
#include "model/kinship.h"
#include "model/placement.h"
#include "model/session.h"
#include "model/unit_escape.h"

#include <algorithm>

// Facts about units and processes: which exist, and whose they are.
namespace headroom {

namespace {

/// The user started it. Launchers name units like this; what the session starts by itself has other
/// names.
bool is_the_users_start(const Unit &unit)
{
    const auto name = unit.terminal ? std::nullopt : parse_unit_name(unit.path.unit);
    return name
        && (name->origin == UnitOrigin::Launcher || name->origin == UnitOrigin::Flatpak
            || name->origin == UnitOrigin::Snap);
}

/// KIO and app2unit set a unit's SourcePath= to the app's desktop file. No other id is as reliable.
AppId app_from_source(const std::string &path)
{
    constexpr std::string_view ending = ".desktop";
    const auto slash = path.rfind('/');
    if (slash == std::string::npos || !path.ends_with(ending))
        return {};
    AppId app = path.substr(slash + 1, path.size() - slash - 1 - ending.size());
    return usable_app_id(app) ? app : AppId{};
}

AppId app_from_names(const std::vector<std::string> &names)
{
    for (const std::string &name : names) {
        if (const auto parsed = parse_unit_name(name); parsed && !parsed->app_id.empty())
            return parsed->app_id;
    }
    return {};
}

/// The unit's name may have no id while the slice above it has one:
/// app-org.gnome.Terminal.slice/gnome-terminal-server.service.
AppId app_from_path(const CgroupPath &path)
{
    if (AppId app = app_from_names({path.unit}); !app.empty())
        return app;
    return app_from_names(path.slices);
}

std::vector<std::string> parent(std::vector<std::string> slices)
{
    slices.pop_back();
    return slices;
}

bool has_main_pid(const Unit &unit)
{
    return !unit.is_slice && unit.path.manager_uid && unit.path.unit.ends_with(".service");
}

} // namespace

void Session::take(const event::UnitAppeared &e, TimePoint now)
{
    auto path = parse_cgroup_path(e.path);
    if (!path || units.contains(e.unit))
        return;
    Unit unit{.full_path = e.path, .path = std::move(*path)};
    unit.is_slice = unit.path.unit.empty();
    unit.appeared = now;
    if (unit.is_slice && unit.path.slices.empty())
        return;
    if (!has_main_pid(unit))
        unit.main_pid = 0;
    AppId app;
    unit.placement = placement_of(unit);
    if (unit.placement == Placement::OwnUnit) {
        const auto tab = tab_of(unit.path);
        unit.terminal = tab ? std::optional{tab->terminal} : std::nullopt;
        unit.is_split = tab && tab->split;
        app = tab ? tab->app : app_from_path(unit.path);
    }
    if (!unit.is_inside())
        members[unit.is_slice ? parent(unit.path.slices) : unit.path.slices].insert(e.unit);
    units.emplace(e.unit, std::move(unit));
    if (!app.empty())
        pressure.app_started(now);
    if (is_the_users_start(units.at(e.unit)))
        started_by_user(app, now);
    set_own_app(e.unit, std::move(app));
}

void Session::take(const event::UnitGone &e, TimePoint /*now*/)
{
    const auto found = units.find(e.unit);
    if (found == units.end())
        return;
    const std::set<UnitId> kin = kin_of(*this, e.unit);
    set_app(e.unit, {});
    if (focus == InFront{e.unit}) {
        focus.reset();
        front_known.reset();
    }
    const auto &slices = found->second.path.slices;
    const auto place = members.find(found->second.is_slice ? parent(slices) : slices);
    if (!found->second.is_inside() && place != members.end()) {
        place->second.erase(e.unit);
        if (place->second.empty())
            members.erase(place);
    }
    units.erase(found);
    unfocused.erase(e.unit);
    leases.erase(e.unit); // the kernel drops the freeze with the cgroup
    weights.erase(e.unit);
    protections.erase(e.unit);
    needs.erase(e.unit);
    unit_refusals.erase(e.unit);
    never_settled.erase(e.unit);
    inspections.erase(e.unit);
    jobs.erase(e.unit);
    shells.erase(e.unit);
    tab_starters.erase(e.unit);
    rejoining.erase(e.unit);
    working_sets.erase(e.unit);
    reclaiming.erase(e.unit); // what was reclaimed leaves nothing behind
    pressure.forget_unit(e.unit);
    ties.erase(e.unit);
    for (const UnitId other : kin) {
        if (other != e.unit)
            regroup(other);
    }
}

void Session::take(const event::UnitDescribed &e, TimePoint /*now*/)
{
    const auto found = units.find(e.unit);
    if (found == units.end())
        return;
    Unit &unit = found->second;
    unit.names = e.names;
    unit.source_path = e.source_path;
    unit.main_pid = e.main_pid;
    unit.starts_programs = e.starts_programs;
    if (unit.placement != Placement::OwnUnit || unit.terminal)
        return;
    if (AppId app = app_from_source(e.source_path); !app.empty())
        set_own_app(e.unit, std::move(app));
    else if (app = app_from_names(e.names); !app.empty())
        set_own_app(e.unit, std::move(app));
}

void Session::take(const event::ProcessSeen &e, TimePoint /*now*/)
{
    if (e.process.lineage.empty())
        return;
    if (const auto before = processes.find(e.process.id); before != processes.end())
        touch(before->second.unit);
    Process &process = processes[e.process.id] = e.process;
    if (!usable_app_id(process.app_hint)) // any program can set it; D-Bus takes only valid UTF-8
        process.app_hint.clear();
    for (const auto &[id, window] : windows) {
        if (window.process == e.process.id && window.kind == WindowKind::Normal)
            name_unit(process.unit, process, window.app_hint);
    }
    name_tabs();
}

void Session::take(const event::ProcessGone &e, TimePoint now)
{
    end_streams_of(e.process, now);
    std::set<AppId> had_window; // until now: a process may end before its windows are reported gone
    for (const auto &[id, window] : windows) {
        if (window.process == e.process && window.kind == WindowKind::Normal)
            had_window.insert(app_of(window));
    }
    processes.erase(e.process);
    hints_awaited.erase(e.process);
    desktop.erase(e.process);
    for (const AppId &app : had_window) {
        m_changed.apps.insert(app);
        note_last_window_closed(app, now);
    }
    shows_windows_since.erase(e.process);
    launches.erase(e.process);
    left_behind.erase(e.process);
    fetched.erase(e.process);
    adopting.erase(e.process);
    process_refusals.erase(e.process);
}

void Session::take(const event::AppLaunched &e, TimePoint now)
{
    if (!usable_app_id(e.app))
        return;
    launches[e.process] = {.app = e.app, .at = now};
    started_by_user(e.app, now);
    end_freeze(e.app, ThawCause::LaunchedAgain);
}

void Session::take(const event::AppStarting &e, TimePoint now)
{
    started_by_user(e.app, now);
    end_freeze(e.app, ThawCause::LaunchedAgain); // most often it is called over the bus
}

void Session::take(const event::AppNamed &e, TimePoint now)
{
    if (!usable_app_id(e.app))
        return;
    launches[e.process] = {.app = e.app, .at = now, .by_bus = true};
    end_freeze(e.app, ThawCause::LaunchedAgain);
}

void Session::take(const event::DesktopSeen &e, TimePoint /*now*/)
{
    desktop.insert(e.process);
    if (const auto process = processes.find(e.process); process != processes.end())
        touch(process->second.unit);
}

void Session::take(const event::AppDescribed &e, TimePoint /*now*/)
{
    apps[e.app] = {e.name, e.terminal, e.never_frozen, e.shows_windows, e.icon};
    m_changed.apps.insert(e.app);
}

void Session::take(const event::Adopted &e, TimePoint /*now*/)
{
    const auto taken = adopting.extract(e.leader);
    note_fetched(e.leader, taken ? taken.mapped() : UnitId{});
    for (auto &[unit, its] : shells)
        std::erase_if(its, [&](const Shell &shell) { return shell.id == e.leader; });
    // Known here before the watch looks again. Otherwise the stray would be adopted a second time.
    for (auto &[id, process] : processes) {
        const auto leader = std::ranges::find(process.lineage, e.leader, &Ancestor::id);
        if (leader == process.lineage.end())
            continue;
        // Konsole and Chromium ask systemd for scopes of their own, too. They may have been moved
        // again before this was reported.
        if (taken && process.unit != taken.mapped())
            continue;
        process.unit = e.unit;
        // Its ancestors are in another cgroup now.
        process.lineage.erase(std::next(leader), process.lineage.end());
    }
    name_tabs();
}

/// It is not known yet whether the app will ever show a window. Rules that need this check it.
void Session::started_by_user(const AppId &app, TimePoint now)
{
    if (!app.empty() && now != began && !has_windows(app))
        started.try_emplace(app, Start{.at = now, .shown = {}});
}

void Session::set_app(UnitId unit, AppId app)
{
    AppId &current = units.at(unit).app;
    if (app == current)
        return;
    if (leases.contains(unit) && !app.empty()) // it was frozen as a part of another app
        end_freeze(leases.at(unit).app, ThawCause::NoLongerAllowed);
    for (const AppId &concerned : {current, app})
        m_changed.apps.insert(concerned);
    if (const auto before = by_app.find(current); before != by_app.end()) {
        before->second.erase(unit);
        if (before->second.empty()) {
            windows_closed.erase(current);
            close_asked.erase(current);
            started.erase(current);
            quits_itself.erase(current);
            by_app.erase(before);
        }
    }
    if (!app.empty()) {
        by_app[app].insert(unit);
        // The new instance may be waiting for an answer of the frozen one. But if the session has
        // started it, or it turned out to be a part of the app, that is not the user's word.
        end_freeze(
            app, is_the_users_start(units.at(unit)) ? ThawCause::LaunchedAgain : ThawCause::Needed);
    }
    current = std::move(app);
    if (!units.at(unit).terminal) // a tab starts no tabs
        name_tabs();
}

void Session::touch(UnitId unit)
{
    if (const Unit *found = find_unit(unit); found && !found->app.empty())
        m_changed.apps.insert(found->app);
}

} // namespace headroom
