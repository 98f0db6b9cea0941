// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/kinship.h"

#include "model/placement.h"
#include "model/session.h"

#include <algorithm>
#include <tuple>

// Chromium asks systemd for a scope for its browser process alone, since the portal needs an app
// id. The processes that it had started before stay in the unit that the launcher made, renderers
// and the GPU process among them. Chrome, Edge, Brave, Vivaldi, Opera and Electron programs have
// the same code:
// https://source.chromium.org/chromium/chromium/src/+/main:components/dbus/xdg/systemd.cc
namespace headroom {

namespace {

bool may_be_app(const Session &session, UnitId id)
{
    const Unit *unit = session.find_unit(id);
    return unit && unit->placement == Placement::OwnUnit && !is_launcher(unit->own_app);
}

/// A launcher runs in the unit that it made for a program until it becomes that program, so its
/// ties mean nothing. A program in a terminal's tab must not make the whole tab a part of its app.
bool may_have_kin(const Session &session, UnitId id)
{
    return may_be_app(session, id) && !session.units.at(id).terminal;
}

/// Programs in the unit that show windows, or did.
std::set<std::string> programs_with_windows(const Session &session, UnitId id)
{
    std::set<std::string> programs;
    for (const auto &[process, since] : session.shows_windows_since) {
        const auto known = session.processes.find(process);
        if (known != session.processes.end() && known->second.unit == id)
            programs.insert(known->second.lineage.front().program);
    }
    return programs;
}

/// Whether two units show windows, and have no program in common that does. programs: the other
/// unit's. So one is another app's, in which a part of this app was started: a browser by a link in
/// a messenger. Frozen together, both would stop.
bool shows_other_programs(const Session &session, UnitId unit,
                          const std::set<std::string> &programs)
{
    const auto others = programs_with_windows(session, unit);
    return !programs.empty() && !others.empty()
        && std::ranges::none_of(programs,
                                [&](const std::string &each) { return others.contains(each); });
}

/// Each tie is kept with the unit whose processes showed it, so both ends are searched.
std::set<UnitId> all_tied_to(const Session &session, UnitId id, TieKind kind)
{
    std::set<UnitId> found;
    if (const auto own = session.ties.find(id); own != session.ties.end()) {
        for (const auto &[other, tie] : own->second) {
            if (tie == kind)
                found.insert(other);
        }
    }
    for (const auto &[other, ties] : session.ties) {
        if (const auto tie = ties.find(id); tie != ties.end() && tie->second == kind)
            found.insert(other);
    }
    found.erase(id);
    return found;
}

std::set<UnitId> tied_to(const Session &session, UnitId id, TieKind kind)
{
    std::set<UnitId> found = all_tied_to(session, id, kind);
    if (found.empty())
        return found;
    const auto programs = programs_with_windows(session, id);
    std::erase_if(found, [&](UnitId other) {
        return !may_have_kin(session, other) || shows_other_programs(session, other, programs);
    });
    return found;
}

/// Whether a part of the unit's app is in another app's unit. Chromium leaves its other processes
/// behind in a terminal's tab, or in the unit of a launcher. Then the tab is incomplete, too.
bool is_partly_elsewhere(const Session &session, UnitId id)
{
    const auto tied = all_tied_to(session, id, TieKind::SameProgram);
    if (tied.empty())
        return false;
    const bool is_tab = session.units.at(id).terminal.has_value();
    const auto programs = programs_with_windows(session, id);
    return std::ranges::any_of(tied, [&](UnitId other) {
        return session.find_unit(other)
            && (is_tab || !may_have_kin(session, other)
                || shows_other_programs(session, other, programs));
    });
}

} // namespace

std::set<UnitId> kin_of(const Session &session, UnitId unit)
{
    std::set<UnitId> kin{unit};
    if (!may_have_kin(session, unit))
        return kin;
    for (std::set<UnitId> next = kin; !next.empty();) {
        const UnitId at = *next.begin();
        next.erase(next.begin());
        for (const UnitId other : tied_to(session, at, TieKind::SameProgram)) {
            if (kin.insert(other).second)
                next.insert(other);
        }
    }
    return kin;
}

AppId app_of_kin(const Session &session, const std::set<UnitId> &kin)
{
    const auto rank = [&](UnitId id) {
        const Unit &unit = session.units.at(id);
        return std::tuple{unit.own_app.empty(), !unit.source_path.ends_with(".desktop"),
                          unit.appeared, id};
    };
    const auto first = std::ranges::min_element(kin, {}, rank);
    return first == kin.end() ? AppId{} : session.units.at(*first).own_app;
}

// GNOME Shell moves a process that it has started to a scope. Children that the process has by then
// stay in the Shell's unit, such as the shells of xterm and foot.
bool may_be_left_behind(const Session &session, UnitId at, UnitId parents, bool by_guest)
{
    const Unit *unit = session.find_unit(at);
    if (!unit || !may_have_kin(session, parents))
        return false;
    const bool is_among_guests = by_guest && unit->app != session.units.at(parents).app;
    return unit->placement == Placement::StraySource
        || (unit->placement == Placement::OwnUnit
            && (is_launcher(unit->own_app) || is_among_guests));
}

bool has_shown_windows(const Session &session, UnitId unit)
{
    return !programs_with_windows(session, unit).empty();
}

bool may_be_left_with_host(const Session &session, UnitId at, UnitId parents)
{
    return at != parents && may_have_kin(session, at) && may_have_kin(session, parents);
}

// Windows show which of the two is the host: it showed one before the guest came, and only the
// guest's own unit shows the guest's. An IDE in two units is no guest of a program that was started
// in its terminal, because that program is younger than the IDE's processes.
bool is_left_with_host(const Session &session, const Process &process, UnitId parents)
{
    if (!may_be_left_with_host(session, process.unit, parents)
        || session.units.at(process.unit).app == session.units.at(parents).app)
        return false;
    const std::string &program = process.lineage.front().program;
    if (program.empty() || programs_with_windows(session, process.unit).contains(program)
        || !programs_with_windows(session, parents).contains(program))
        return false;
    return std::ranges::any_of(session.shows_windows_since, [&](const auto &shown) {
        const auto host = session.processes.find(shown.first);
        return host != session.processes.end() && host->second.unit == process.unit
            && host->first.start_ticks < process.id.start_ticks;
    });
}

bool may_have_more_kin(const Session &session, const AppId &app)
{
    const auto is_another = [&](UnitId other) {
        return may_be_app(session, other) && session.units.at(other).app != app;
    };
    return std::ranges::any_of(session.units_of(app), [&](UnitId unit) {
        return is_partly_elsewhere(session, unit)
            || std::ranges::any_of(all_tied_to(session, unit, TieKind::Unreadable), is_another);
    });
}

} // namespace headroom
