// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "daemon.h"

#include "model/job.h"
#include "model/kinship.h"
#include "model/placement.h"
#include "model/guests.h"
#include "sys/log.h"
#include "watch/session/capabilities.h"

#include <algorithm>
#include <format>

// Passes the requests of a decision on to watches, and those of one watch to another. daemon.cpp
// follows frozen units, and explain() in daemon_requests.cpp inspects. Also: which terminals' tabs
// are inspected, and what they are called.
namespace headroom {

namespace {

/// systemd creates a cgroup first and moves the process afterwards.
constexpr guint moves_settle_ms = 200;

TabToSee to_see(const Session &session, UnitId id)
{
    const Unit &unit = session.units.at(id);
    const auto info = session.apps.find(*unit.terminal);
    return {.unit = id,
            .app = unit.app,
            .terminal = unit.terminal->empty() ? std::string{} : session.name_of(*unit.terminal),
            .icon = info == session.apps.end() ? std::string{} : info->second.icon};
}

bool is_tab(const Session &session, UnitId unit)
{
    const Unit *found = session.find_unit(unit);
    return found && found->terminal;
}

} // namespace

void Daemon::connect_watches()
{
    m_units.on_change = [this] {
        m_processes.look_again();
        look_again_soon();
    };
    m_processes.on_unit = [this](UnitId unit, const std::string &path) {
        m_unit_facts.request(unit, path);
    };
    m_kin.on_child_elsewhere = [this](UnitId parents, const ChildElsewhere &child, UnitId at) {
        const Session &session = m_loop.session();
        // An app that a link was opened in has a window before the browser has one.
        const bool is_part = child.same_program && has_shown_windows(session, at)
            && may_be_left_with_host(session, at, parents);
        if (!is_part && !may_be_left_behind(session, at, parents, child.by_guest))
            return;
        if (const auto process = m_processes.look(child.pid))
            m_emit(event::LeftBehind{*process, parents, child.by_guest});
    };
    m_partings.on_new_logind = [this] { m_sleep_delay.renew(); };
    m_windows.on_starting([this](const AppId &id) { m_wayland_launches.reported(id); });
    m_inspector.watched_display = [this] {
        const auto &compositor = m_loop.session().compositor;
        return WatchedDisplay{.socket_file = m_windows.own_socket_file(),
                              .compositor = compositor ? compositor->pid : 0};
    };
    m_kin.on_tab_starter = [this](UnitId tab, ProcessId starter) {
        if (m_loop.session().tab_starters.contains(tab))
            return;
        // Another process may have its number by now.
        if (const auto process = m_processes.look(starter.pid); process && *process == starter)
            m_emit(event::TabStarted{tab, starter});
    };
    m_pressure.units_of_interest = [this] { return app_units(m_loop.session()); };
    m_pressure.use_broker(m_options.broker_socket, m_place.manager_path);
    m_pressure.on_speed = [this](const std::optional<Error> &no_slow, const Result<void> &fast) {
        m_emit(describe_pressure(no_slow, fast));
    };
}

void Daemon::describe_source(const event::WindowSourceChanged &source)
{
    if (!m_machine_freezes)
        m_machine_freezes = m_loop.session().capability(Capability::Freeze);
    m_loop.post(describe_windows(source));
    m_loop.post(describe_freeze(source, *m_machine_freezes));
}

bool Daemon::is_desktop(std::int32_t pid) const
{
    const Session &session = m_loop.session();
    return (session.compositor && session.compositor->pid == pid)
        || std::ranges::any_of(session.desktop,
                               [pid](const ProcessId &process) { return process.pid == pid; });
}

/// KWin announces whatever start the client of the active window claims. While no window is active,
/// any client may claim one. A launcher often does so in the moment after its popup has closed
/// (focus_owner()), and is believed. A sandboxed client can use that moment, too, but only as often
/// as the user closes a popup. GNOME Shell's extension reports what any client claims at any time.
AppId Daemon::thawed_by_doubtful_start(const AppId &id) const
{
    const Session &session = m_loop.session();
    const AppId app = session.app_called(id);
    if (!session.is_paused(app))
        return {};
    if (session.window_source == "gnome-shell")
        return app;
    const auto owner = session.focus_owner(TimePoint{Duration{g_get_monotonic_time()}});
    const bool is_believed = owner && is_outside(sandbox_of("/proc", owner->pid, {}));
    return is_believed ? AppId{} : app;
}

void Daemon::look_again_soon()
{
    m_look_again = Timer::once(moves_settle_ms, [this] {
        m_processes.look_again();
        m_kin.look_at_new();
    });
}

/// A freeze that is refused, or that systemd has made its own, needs no watch. The next one of that
/// unit begins a watch anew: what a user typed meanwhile has ended the one of its terminal file.
void Daemon::refused(const event::ActRefused &problem)
{
    log::warning(std::format("could not {}: {}", name_of(problem.action), problem.sentence));
    if (problem.action != Act::Freeze)
        return;
    m_freezer.forget(problem.unit);
    m_jobs.forget(problem.unit);
}

/// As long as a tie is known to what was fetched, neither of the two units may be frozen.
void Daemon::look_at_adopted(ProcessId leader)
{
    m_processes.look_again();
    const Session &session = m_loop.session();
    const auto left = session.left_behind.find(leader);
    const auto from = session.adopting.find(leader);
    if (left != session.left_behind.end() && from != session.adopting.end())
        m_kin.look_at({left->second.parents, from->second});
}

void Daemon::look_for_policy(const Decision &decision, const Changes &changed)
{
    const Session &session = m_loop.session();
    m_pressure.follow(session.focused_unit(), session.compositor_unit());
    m_pressure.include_needs_of(decision.needs);
    m_pressure.sample_every(decision.sample_every);
    m_inspector.look_at(decision.inspect);
    describe_services(decision.inspect, Described::Again);
    m_kin.look_at(decision.inspect);
    m_working_sets.look_at(decision.measure);
    m_frozen_apps.follow(session.leases);
    m_windows.follow_freezes(!session.leases.empty());
    m_app_id_owners.follow(session.app_ids_in_doubt());
    m_power.listen(m_loop.config().gentle.enabled);
    look_at_tabs(decision.inspect, changed.apps);
    describe_new_apps(changed.apps);
}

std::vector<int> Daemon::connections_of(const std::vector<ProcessId> &listeners) const
{
    return m_listeners.connections_of(listeners);
}

/// Reads desktop files early: when a freeze is being decided, there is no time to read files.
void Daemon::describe_new_apps(const std::set<AppId> &changed)
{
    const Session &session = m_loop.session();
    for (const AppId &app : changed) {
        if (app.empty() || (!session.has_windows(app) && session.units_of(app).empty()))
            continue;
        describe_services(session.units_of(app), Described::Once);
        for (const AppId &guest : ids_with_guests(session, app)) {
            if (guest != app && !session.apps.contains(guest))
                m_desktop_files.describe(guest);
        }
        if (session.apps.contains(app))
            continue;
        if (tab_called(session, app))
            m_emit(described(to_see(session, *session.units_of(app).begin()), {}));
        else
            m_desktop_files.describe(app);
    }
}

/// Early, too: while memory is short, systemd may take long to answer. A service that it has not
/// described is not frozen. Before a freeze again: one that was still starting may have no program
/// to start any more.
void Daemon::describe_services(const std::set<UnitId> &units, Described described)
{
    for (const UnitId id : units) {
        const Unit *unit = m_loop.session().find_unit(id);
        const bool may_have_changed =
            described == Described::Again && unit && unit->starts_programs;
        if (unit && (!unit->main_pid || may_have_changed) && !unit->is_inside())
            m_unit_facts.request_unless_pending(id, unit->full_path);
    }
}

void Daemon::look_at_tabs(const std::set<UnitId> &to_inspect, const std::set<AppId> &changed)
{
    const Session &session = m_loop.session();
    std::vector<TabToSee> tabs;
    for (const UnitId unit : to_inspect) {
        if (is_tab(session, unit))
            tabs.push_back(to_see(session, unit));
    }
    for (const AppId &app : changed) {
        // A client that sees a tab also sees what runs in it.
        if (tab_called(session, app) && is_shown(session, app)
            && !session.jobs.contains(*session.units_of(app).begin()))
            tabs.push_back(to_see(session, *session.units_of(app).begin()));
        const auto info = session.apps.find(app);
        if (info == session.apps.end() || !info->second.terminal)
            continue;
        for (const UnitId unit : session.units_of(app))
            m_units.look_inside(session.units.at(unit).full_path);
    }
    m_jobs.look_at(tabs);
}

} // namespace headroom
