// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/session.h"

#include "model/unit_escape.h"

#include <algorithm>

namespace headroom {

Session::Session() = default;
Session::Session(const Session &other) = default;
Session::Session(Session &&other) noexcept = default;
Session &Session::operator=(const Session &other) = default;
Session &Session::operator=(Session &&other) noexcept = default;
Session::~Session() = default;

std::string Session::name_of(const AppId &app) const
{
    const auto info = apps.find(app);
    return info == apps.end() || info->second.name.empty() ? app : info->second.name;
}

const Unit *Session::find_unit(UnitId id) const
{
    const auto found = units.find(id);
    return found == units.end() ? nullptr : &found->second;
}

std::optional<UnitId> Session::unit_of(const Window &window) const
{
    if (!window.process) {
        // A source that reports visibility reports processes, too. A window without one may be any
        // app's there.
        const auto &units_so_called = units_of(window.app_hint);
        return !visibility_known && units_so_called.size() == 1
            ? std::optional{*units_so_called.begin()}
            : std::nullopt;
    }
    const auto process = processes.find(*window.process);
    if (process == processes.end() || !units.contains(process->second.unit))
        return std::nullopt;
    return process->second.unit;
}

std::optional<Sentence> Session::refusal(UnitId unit, Act act) const
{
    const auto refusals = unit_refusals.find(unit);
    if (refusals == unit_refusals.end() || !refusals->second.contains(act))
        return std::nullopt;
    return refusals->second.at(act).why;
}

const std::set<UnitId> &Session::units_of(const AppId &app) const
{
    static const std::set<UnitId> none;
    const auto found = by_app.find(app);
    return found == by_app.end() ? none : found->second;
}

std::set<AppId> Session::ids_of(const AppId &app) const
{
    std::set<AppId> ids{app};
    for (const UnitId unit : units_of(app))
        ids.insert(units.at(unit).own_app);
    ids.erase(AppId{});
    return ids;
}

AppId Session::app_called(const AppId &id) const
{
    if (id.empty() || by_app.contains(id))
        return id;
    const auto unit =
        std::ranges::find_if(units, [&](const auto &entry) { return entry.second.own_app == id; });
    return unit == units.end() || unit->second.app.empty() ? id : unit->second.app;
}

std::vector<AppId> Session::app_ids() const
{
    std::set<AppId> ids;
    for (const auto &[app, of_app] : by_app)
        ids.insert(app);
    for (const auto &[id, window] : windows) {
        if (window.kind == WindowKind::Normal)
            ids.insert(app_of(window));
    }
    ids.erase(AppId{});
    return {ids.begin(), ids.end()};
}

std::optional<UnitId> Session::focused_unit() const
{
    if (!focus || is_left())
        return std::nullopt;
    if (const auto *unit = std::get_if<UnitId>(&*focus))
        return *unit;
    return unit_of(windows.at(std::get<WindowId>(*focus)));
}

std::optional<UnitId> Session::compositor_unit() const
{
    if (!compositor)
        return std::nullopt;
    const auto process = processes.find(*compositor);
    return process == processes.end() || !units.contains(process->second.unit)
        ? std::nullopt
        : std::optional{process->second.unit};
}

std::optional<AppId> Session::focused_app() const
{
    if (!focus || is_left())
        return std::nullopt;
    const auto *unit = std::get_if<UnitId>(&*focus);
    AppId app = unit ? units.at(*unit).app : app_of(windows.at(std::get<WindowId>(*focus)));
    return app.empty() ? std::nullopt : std::optional{std::move(app)};
}

AppId Session::app_of(const Window &window) const
{
    if (const auto unit = unit_of(window); unit && !units.at(*unit).app.empty())
        return units.at(*unit).app;
    if (window.process) {
        if (const auto process = processes.find(*window.process); process != processes.end())
            return identify(process->second, window.app_hint);
    }
    return window.app_hint;
}

AppId Session::identify(const Process &process, const AppId &window_hint) const
{
    if (hints_awaited.contains(process.id))
        return {};
    if (!process.app_hint.empty())
        return process.app_hint;
    for (const Ancestor &ancestor : process.lineage) {
        if (const auto launch = launches.find(ancestor.id); launch != launches.end())
            return launch->second.app;
    }
    if (!window_hint.empty())
        return window_hint;
    const std::string &program = process.lineage.front().program;
    return usable_app_id(program) ? program : AppId{};
}

/// Called for each window that goes, so it returns at the first match. Otherwise, if thousands go
/// at the same time, each would look at all others.
bool Session::has_windows(const AppId &app) const
{
    if (const Owners *known = owners())
        return known->windows.contains(app);
    return std::ranges::any_of(windows, [&](const auto &entry) {
        return entry.second.kind == WindowKind::Normal && app_of(entry.second) == app;
    });
}

std::vector<const Window *> Session::windows_of(const AppId &app) const
{
    if (const Owners *known = owners()) {
        const auto its = known->windows.find(app);
        return its == known->windows.end() ? std::vector<const Window *>{} : its->second;
    }
    std::vector<const Window *> result;
    for (const auto &[id, window] : windows) {
        if (window.kind == WindowKind::Normal && app_of(window) == app)
            result.push_back(&window);
    }
    return result;
}

} // namespace headroom
