// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/adopt_strays.h"

#include "model/desktop_parts.h"
#include "model/kinship.h"
#include "model/never_apps.h"
#include "model/placement.h"
#include "policy/stray_leader.h"

#include <algorithm>
#include <set>
#include <utility>

// Implementation notes. Only three things make a process a candidate: a window of its own, GIO's
// report that it was launched as an app, or an app's name on the bus. The name comes before the
// first window. That matters, since GNOME Shell notes an app's cgroup when its window is first
// focused, and never looks again (meta_window_get_unit_cgroup). A desktop service that shares the
// bus's unit has none of these, and stays. dbus-daemon keeps a child of its own ("babysitter")
// between itself and what it activates, so the program's name is checked, too. A program in a
// terminal stays in the terminal's unit unless it was detached (setsid), because then it outlives
// the tab.

namespace headroom {

namespace {

/// GIO's signal comes before the launcher could move its child itself. The launcher is given this
/// time.
constexpr Duration launcher_moves_within = std::chrono::seconds{1};

/// Konsole asks systemd for a scope when it shows its first window. Moved at the same time, it
/// would leave its shells in our scope.
constexpr Duration moves_itself_within = std::chrono::milliseconds{100};

/// Reading a process's files in /proc takes a millisecond, unless they block. After this time, a
/// blocked one no longer delays the adoption of others.
constexpr Duration known_within = std::chrono::milliseconds{500};

/// Where a stray's tree begins depends on the other processes in the unit. A process that has also
/// started another app is not part of the tree.
bool neighbours_are_known(const Session &session, UnitId unit, TimePoint now, Wanted &wanted)
{
    for (const auto &[id, since] : session.hints_awaited) {
        const auto process = session.processes.find(id);
        if (process == session.processes.end() || process->second.unit != unit
            || now >= since + known_within)
            continue;
        wanted.look_again_at(since + known_within);
        return false;
    }
    return true;
}

bool may_move_itself(const Session &session, const Process &process, const AppId &app,
                     TimePoint now, Wanted &wanted)
{
    const auto info = session.apps.find(app);
    const auto since = session.shows_windows_since.find(process.id);
    if (info == session.apps.end() || !info->second.terminal
        || since == session.shows_windows_since.end() || now >= since->second + moves_itself_within)
        return false;
    wanted.look_again_at(since->second + moves_itself_within);
    return true;
}

/// By its desktop file, or by what it has open: a terminal may have any name.
bool is_terminal(const Session &session, UnitId id, const AppId &app)
{
    const auto info = session.apps.find(app);
    if (info != session.apps.end() && info->second.terminal)
        return true;
    const auto looked_at = session.inspections.find(id);
    return looked_at != session.inspections.end()
        && std::ranges::find(looked_at->second.duties, DutyKind::Terminal)
        != looked_at->second.duties.end();
}

/// In an app's own unit, a process is a stray only if it claims another app's id. The unit's app
/// must also be a terminal, a launcher or a part of the desktop.
bool is_stray(const Session &session, UnitId id, const Unit &source, const AppId &app)
{
    switch (source.placement) {
    case Placement::StraySource: return true;
    case Placement::OwnUnit:
        return app != source.app && app != source.terminal
            && (is_launcher(source.app) || source.terminal || is_terminal(session, id, source.app)
                || is_part_of_session(session, id));
    case Placement::Exempt:
        return !source.is_slice
            && is_part_of_session(session, id); // the unit of a window manager or a panel
    case Placement::Container: // it is where it belongs
    case Placement::Foreign: return false;
    }
    return false;
}

/// A window in the unit has another app id than the unit. Has the unit inspected, which shows
/// whether its app is a terminal.
void look_for_terminal(const Session &session, UnitId id, const Unit &source, const AppId &app,
                       Wanted &wanted)
{
    const auto looked_at = session.inspections.find(id);
    const bool is_known = looked_at != session.inspections.end() && !looked_at->second.outdated;
    if (source.placement == Placement::OwnUnit && !source.app.empty() && app != source.app
        && !is_known)
        wanted.inspect.insert(id);
}

bool under_way(const Session &session, ProcessId leader, const Wanted &wanted)
{
    return session.adopting.contains(leader) || session.process_refusals.contains(leader)
        || std::ranges::any_of(wanted.moves, [&](const Action &move) {
               const auto *adopt = std::get_if<action::Adopt>(&move.what);
               return adopt && adopt->leader == leader;
           });
}

enum class Seen { Window, BusName, Launch, Child };

Sentence reason(Seen seen, const std::string &app, const std::string &unit)
{
    switch (seen) {
    case Seen::Window:
        return say("why something was done: {0} is an application, {1} a unit",
                   "{} has a window but runs in {}", app, unit);
    case Seen::BusName:
        return say("why something was done: {0} is an application, {1} a unit",
                   "{} was started by the bus but runs in {}", app, unit);
    case Seen::Launch:
        return say("why something was done: {0} is an application, {1} a unit",
                   "{} was launched as an app but runs in {}", app, unit);
    case Seen::Child:
        return say("why something was done: {0} is an application, {1} a unit",
                   "a part of {} still runs in {}", app, unit);
    }
    return {};
}

/// The units that left-behind processes move out of, each with their parents' unit.
using Ways = std::set<std::pair<UnitId, UnitId>>;

Ways ways_under_way(const Session &session)
{
    Ways ways;
    for (const auto &[process, left] : session.left_behind) {
        if (const auto from = session.adopting.find(process); from != session.adopting.end())
            ways.emplace(from->second, left.parents);
    }
    return ways;
}

/// A process that its parent has left behind moves to the parent's app, with what it has started
/// since. What else the parent has left there follows, so no other adoption may move that.
void fetch(const Session &session, const event::LeftBehind &left, Ways &ways, Wanted &wanted)
{
    const auto process = session.processes.find(left.process);
    const Unit *target = session.find_unit(left.parents);
    if (process == session.processes.end() || is_never_app(process->second.lineage.front().program)
        || !target || target->app.empty() || under_way(session, left.process, wanted))
        return;
    const UnitId at = process->second.unit;
    if (!may_be_left_behind(session, at, left.parents, left.by_guest)
        && !is_left_with_host(session, process->second, left.parents))
        return;
    const Unit &source = session.units.at(at);
    if (!source.main_pid || *source.main_pid == left.process.pid
        || !ways.emplace(at, left.parents).second)
        return;
    wanted.moves.push_back({action::Adopt{left.process, left.parents}, at, source.name(),
                            target->app,
                            reason(Seen::Child, session.name_of(target->app), source.name())});
}

/// What may be an app, and why.
struct Candidate {
    const Process &process;
    AppId app;
    Seen seen;
};

void adopt(const Session &session, const Candidate &candidate, TimePoint now, Wanted &wanted)
{
    const Process &process = candidate.process;
    const Unit *source = session.find_unit(process.unit);
    const AppId &app = candidate.app;
    if (!source || !source->main_pid || app.empty())
        return;
    if (source->placement == Placement::OwnUnit && app == source->app)
        return; // as most are, so the list of programs below is gone through for few
    // A service may have a desktop file by which D-Bus starts it, as GSConnect has.
    if (is_session_service(app))
        return;
    if (!is_stray(session, process.unit, *source, app))
        return look_for_terminal(session, process.unit, *source, app, wanted);
    if (!neighbours_are_known(session, process.unit, now, wanted))
        return;
    const auto leader = stray_leader(session, process, *source, app);
    if (!leader || under_way(session, *leader, wanted))
        return;
    wanted.moves.push_back({action::Adopt{*leader}, process.unit, source->name(), app,
                            reason(candidate.seen, session.name_of(app), source->name())});
}

} // namespace

void adopt_strays(const Session &session, TimePoint now, Wanted &wanted)
{
    if (session.ending || !session.capability(Capability::Adopt).available)
        return;
    for (const auto &[id, window] : session.windows) {
        if (window.kind != WindowKind::Normal || !window.process)
            continue;
        const auto process = session.processes.find(*window.process);
        if (process == session.processes.end())
            continue;
        const AppId app = session.identify(process->second, window.app_hint);
        if (!may_move_itself(session, process->second, app, now, wanted))
            adopt(session, {process->second, app, Seen::Window}, now, wanted);
    }
    Ways ways = ways_under_way(session);
    for (const auto &[process, left] : session.left_behind)
        fetch(session, left, ways, wanted);
    for (const auto &[id, launch] : session.launches) {
        const auto process = session.processes.find(id);
        if (process == session.processes.end())
            continue;
        if (!launch.by_bus && now < launch.at + launcher_moves_within) {
            wanted.look_again_at(launch.at + launcher_moves_within);
            continue;
        }
        const AppId app = session.identify(process->second, launch.app);
        const Seen seen = launch.by_bus ? Seen::BusName : Seen::Launch;
        adopt(session, {process->second, app, seen}, now, wanted);
    }
}

} // namespace headroom
