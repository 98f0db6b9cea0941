// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/guests.h"
#include "model/session.h"

#include <algorithm>
#include <ranges>
#include <string_view>

// Forgets apps and processes of which nothing is left. An event reports the end of a unit, window,
// stream or process, and what is keyed by it goes with it. No event reports the end of an app, and
// some of what is known about one must outlive it for a while: its offences, and what was done to
// it last.
namespace headroom {

namespace {

constexpr Duration between_looks = std::chrono::minutes{1};
/// This many new entries since the last look make the next one due before its time.
constexpr std::size_t worth_a_look = 1024;
/// So do this many units that are gone. What is known about their apps is scattered over the heap,
/// so no page around it can be returned to the kernel.
constexpr std::size_t many_gone = 64;
constexpr Duration remembered_for = std::chrono::hours{1};
constexpr Duration refusal_lasts = std::chrono::minutes{1};
constexpr std::size_t most_remembered = 256;

/// Everything that is keyed by an app id alone, so that no event removes it.
template<typename Self, typename Do> void each_by_app(Self &session, Do with)
{
    with(session.apps);
    with(session.started);
    with(session.fell_silent);
    with(session.offences);
    with(session.thawed_by_user);
    with(session.asked);
    with(session.needed);
    with(session.pointed_at);
    with(session.last_reason);
    with(session.requests);
    with(session.need_requests);
    with(session.need_outcomes);
}

/// Sorted. Views, not copies: there may be thousands of units.
std::vector<std::string_view> what_is_there(const Session &session, const Owners &owners)
{
    std::vector<std::string_view> there;
    const auto add_all = [&](const auto &by_app) {
        for (const auto &[app, rest] : by_app)
            there.emplace_back(app);
    };
    add_all(session.by_app);
    add_all(session.holds);
    add_all(owners.windows);
    add_all(owners.shell_windows);
    add_all(owners.streams);
    for (const auto &[id, unit] : session.units) {
        there.emplace_back(unit.own_app);
        if (unit.terminal)
            there.emplace_back(*unit.terminal);
    }
    if (session.notice)
        there.emplace_back(session.notice->app);
    std::ranges::sort(there);
    return there;
}

/// Known processes, their ancestors, and those of windows.
std::set<ProcessId> processes_spoken_of(const Session &session)
{
    std::set<ProcessId> all;
    for (const auto &[id, process] : session.processes) {
        all.insert(id);
        for (const Ancestor &ancestor : process.lineage)
            all.insert(ancestor.id);
    }
    for (const auto &[id, window] : session.windows) {
        if (window.process)
            all.insert(*window.process);
    }
    return all;
}

/// Apps that were gone for long enough. If there are too many, also those that were gone for
/// longest.
std::vector<AppId> to_forget(const std::map<AppId, TimePoint> &gone, TimePoint now)
{
    std::vector<std::pair<TimePoint, AppId>> oldest_first;
    for (const auto &[app, since] : gone)
        oldest_first.emplace_back(since, app);
    std::ranges::sort(oldest_first);
    const std::size_t too_many =
        oldest_first.size() - std::min(oldest_first.size(), most_remembered);
    std::vector<AppId> apps;
    for (std::size_t i = 0;
         i < oldest_first.size() && (i < too_many || oldest_first[i].first + remembered_for <= now);
         ++i)
        apps.push_back(oldest_first[i].second);
    return apps;
}

} // namespace

void Session::forget_in_time(TimePoint now)
{
    std::size_t entries =
        launches.size() + process_refusals.size() + shows_windows_since.size() + desktop.size();
    each_by_app(*this, [&](const auto &known) { entries += known.size(); });
    m_most_units = std::max(m_most_units, units.size());
    if (now < m_forgot + between_looks && entries < m_kept + worth_a_look
        && m_most_units - units.size() < many_gone)
        return;
    m_forgot = now;
    m_most_units = units.size();
    pressure.forget_before(now - PressureHistory::kept);
    forget_processes(now);
    forget_apps(now);
    forget_refused_freezes(now);
    m_kept =
        launches.size() + process_refusals.size() + shows_windows_since.size() + desktop.size();
    each_by_app(*this, [&](const auto &known) { m_kept += known.size(); });
}

/// A fact about a process may come after its end, such as a move that failed because it had ended.
void Session::forget_processes(TimePoint now)
{
    const std::set<ProcessId> spoken_of = processes_spoken_of(*this);
    const auto is_unknown = [&](ProcessId process) { return !spoken_of.contains(process); };
    const bool are_too_many = launches.size() > worth_a_look;
    std::erase_if(launches, [&](const auto &launch) {
        return is_unknown(launch.first)
            && (are_too_many || launch.second.at + between_looks <= now);
    });
    std::erase_if(process_refusals, [&](const auto &refusal) { return is_unknown(refusal.first); });
    std::erase_if(shows_windows_since, [&](const auto &since) { return is_unknown(since.first); });
    std::erase_if(desktop, is_unknown);
}

/// Most of what refuses a freeze is over soon: a full disk of the ledger, a prompt for a password.
void Session::forget_refused_freezes(TimePoint now)
{
    for (auto &[unit, refusals] : unit_refusals) {
        const auto freeze = refusals.find(Act::Freeze);
        if (freeze == refusals.end() || now < freeze->second.at + refusal_lasts)
            continue;
        refusals.erase(freeze);
        requests.erase(units.at(unit).app); // what was refused must not be done unexpectedly
        touch(unit);
    }
}

void Session::forget_apps(TimePoint now)
{
    std::erase_if(offences, [&](const auto &of_app) {
        return of_app.second.last + Offences::fade_after <= now;
    });
    const auto there = what_is_there(*this, *owners());
    const auto guests = own_ids_of_windows(*this); // their kind exempts the unit they are in
    std::map<AppId, TimePoint> still_gone;
    each_by_app(*this, [&](const auto &known) {
        for (const AppId &app : known | std::views::keys) {
            if (std::ranges::binary_search(there, std::string_view{app}) || guests.contains(app))
                continue;
            const auto before = gone.find(app);
            still_gone.emplace(app, before == gone.end() ? now : before->second);
        }
    });
    gone = std::move(still_gone);
    for (const AppId &app : to_forget(gone, now)) {
        each_by_app(*this, [&](auto &known) { known.erase(app); });
        gone.erase(app);
    }
}

} // namespace headroom
