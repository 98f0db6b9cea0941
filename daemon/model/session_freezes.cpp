// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"
#include "model/session.h"

#include <algorithm>

// Facts about freezes: requests, what ends a freeze, and what the kernel reports about it.
namespace headroom {

namespace {

/// KWin's 2.5 s, and half a second for a compositor that is short of memory itself.
constexpr Duration pinged_within = std::chrono::seconds{3};
constexpr Duration answers_within = std::chrono::seconds{2};

} // namespace

void Session::take(const event::FreezeAsked &e, TimePoint now)
{
    requests[e.app] = {.asked = now,
                       .hold = e.hold,
                       .ended = std::nullopt,
                       .once_behind = e.once_behind,
                       .answers_until = std::nullopt};
    if (by_app.contains(e.app))
        m_changed.apps.insert(e.app);
    // Without that, a request for the app in front must not take effect once the app isn't in front
    // any more.
    if (focused_app() == e.app && !e.once_behind)
        end_freeze(e.app, ThawCause::Activated);
}

/// Whether a request stands although KWin reports that the app has not answered a ping. KWin pings
/// a window that is activated, and reports it 2.5 s later. An app that was in front until it was
/// paused may have been pinged before. It runs for a moment to answer. Without the answer KWin
/// would not report the next attempt to close it. A second report is such an attempt, or the app
/// doesn't answer at all. A freeze that pressure has begun ends as ever: no request would thaw it
/// and freeze it again. An app that is not frozen yet is merely slow.
bool Session::outlasts_ping(const AppId &app, TimePoint now)
{
    const auto request = requests.find(app_called(app));
    if (request == requests.end() || !request->second.once_behind || request->second.ended
        || request->second.answers_until)
        return false;
    bool is_frozen = false;
    for (const auto &[unit, lease] : leases) {
        if (lease.app != request->first)
            continue;
        if (lease.cause != FreezeCause::Asked || now >= lease.since + pinged_within)
            return false;
        is_frozen = true;
    }
    if (is_frozen)
        request->second.answers_until = now + answers_within;
    return true;
}

void Session::take(const event::ThawAsked &e, TimePoint /*now*/)
{
    for (const AppId &app : frozen_or_to_be()) {
        if (!e.app || *e.app == app)
            end_freeze(app, ThawCause::Asked);
    }
}

void Session::take(const event::PartingBegins &e, TimePoint /*now*/)
{
    partings.insert(e.parting);
    end_all_freezes(e.parting == Parting::Sleep ? ThawCause::AboutToSleep : ThawCause::SessionEnds);
}

void Session::take(const event::PartingOver &e, TimePoint /*now*/)
{
    partings.erase(e.parting);
}

void Session::take(const event::Ending & /*e*/, TimePoint /*now*/)
{
    ending = true;
    end_all_freezes(ThawCause::Ending);
}

void Session::take(const event::ProgramStarted &e, TimePoint /*now*/)
{
    if (const auto lease = leases.find(e.unit); lease != leases.end())
        end_freeze(lease->second.app, ThawCause::LaunchedAgain);
}

void Session::take(const event::UnitNeeded &e, TimePoint /*now*/)
{
    if (const auto lease = leases.find(e.unit); lease != leases.end())
        end_freeze(lease->second.app, ThawCause::Needed);
}

/// mutter pings a window when the pointer moves over it. Without an answer within 5 s it offers to
/// end the app, and a click on the window no longer focuses it. Other compositors ping on a click.
void Session::take(const event::EventsArrived &e, TimePoint now)
{
    const auto lease = leases.find(e.unit);
    if (lease == leases.end())
        return;
    const auto of_app = windows_of(lease->second.app);
    const bool may_be_under_pointer = window_source == "mutter" // reports no windows
        || (window_source == "gnome-shell"
            && std::ranges::any_of(of_app, [](const Window *window) { return !window->hidden; }));
    if (!may_be_under_pointer)
        return;
    pointed_at[lease->second.app] = now;
    end_freeze(lease->second.app, ThawCause::Awaited);
}

void Session::take(const event::EventsUnread &e, TimePoint /*now*/)
{
    if (const auto lease = leases.find(e.unit); lease != leases.end())
        end_freeze(lease->second.app, ThawCause::EventsUnread);
}

void Session::take(const event::FreezerSettled &e, TimePoint /*now*/)
{
    const auto lease = leases.find(e.unit);
    if (lease == leases.end())
        return;
    // A thaw that is not ours (`systemctl thaw`, /sys/fs/cgroup) is the user's wish.
    if (e.frozen) {
        lease->second.state = FreezerState::Frozen;
        never_settled.erase(e.unit);
    } else if (lease->second.state == FreezerState::Frozen)
        end_freeze(lease->second.app, ThawCause::ByOthers);
    touch(e.unit);
}

void Session::take(const event::HoldTaken &e, TimePoint /*now*/)
{
    holds[e.app][e.holder] = e.reason;
    end_freeze(e.app, ThawCause::NoLongerAllowed);
    m_changed.apps.insert(e.app);
}

void Session::take(const event::HoldReleased &e, TimePoint /*now*/)
{
    const auto held = holds.find(e.app);
    if (held == holds.end())
        return;
    held->second.erase(e.holder);
    if (held->second.empty())
        holds.erase(held);
    m_changed.apps.insert(e.app);
}

void Session::take(const event::CloseAsked &e, TimePoint now)
{
    close_wanted(e.app, {.asked = now});
}

void Session::take(const event::EndAsked &e, TimePoint now)
{
    close_wanted(e.app, {.asked = now, .unasked = true});
}

void Session::take(const event::QuitLookedFor &e, TimePoint /*now*/)
{
    if (e.offered && !units_of(e.app).empty())
        quits_itself.insert(e.app);
    else
        quits_itself.erase(e.app);
}

void Session::close_wanted(const AppId &app, CloseWish wish)
{
    if (units_of(app).empty())
        return; // it has ended meanwhile; the request is not for the next app of that name
    close_asked[app] = wish;
    for (const UnitId unit : units_of(app)) {
        if (const auto refusals = unit_refusals.find(unit); refusals != unit_refusals.end())
            refusals->second.erase(Act::Close); // it may work now
    }
    end_freeze(app, ThawCause::Asked); // frozen, it can't end
}

void Session::take(const event::Reclaimed &e, TimePoint now)
{
    pressure.reclaim_ended(e.unit, now);
    const auto lease = leases.find(e.unit);
    if (const auto gentle = reclaiming.find(e.unit);
        gentle != reclaiming.end() && lease == leases.end()) {
        gentle->second.under_way = false;
        gentle->second.bytes += e.bytes;
        // If there were no file pages to reclaim, that proves nothing about other memory.
        if (const auto set = working_sets.find(e.unit);
            set != working_sets.end() && (e.all || !gentle->second.file_pages_only))
            set->second.asked_for(gentle->second.wanted, gentle->second.held_back);
        gentle->second.no_file_pages =
            gentle->second.no_file_pages || (gentle->second.file_pages_only && !e.all);
    }
    if (lease == leases.end())
        return;
    if (lease->second.reclaiming) // else it is a gentle one, mostly of file pages alone
        lease->second.reclaimed_dry = !e.all;
    lease->second.reclaiming.reset();
    lease->second.last_slice = now;
    lease->second.reclaimed += e.bytes;
    touch(e.unit);
}

void Session::take(const event::JobSeen &e, TimePoint now)
{
    if (!units.contains(e.unit))
        return;
    jobs[e.unit] = {.at = now,
                    .program = e.program,
                    .last_input = e.input_age ? std::optional{now - *e.input_age} : std::nullopt,
                    .shared = e.shared};
    touch(e.unit);
}

void Session::take(const event::TabUsed &e, TimePoint now)
{
    if (const Unit *unit = find_unit(e.unit); unit && unit->terminal)
        thaw_to_answer(unit->app, now);
}

/// It is left alone for a while, to handle what the user has done: a question about unsaved work
/// may have to be shown.
void Session::thaw_to_answer(const AppId &id, TimePoint now)
{
    const AppId app = app_called(id);
    if (std::ranges::any_of(leases, [&](const auto &lease) { return lease.second.app == app; }))
        needed[app] = now;
    end_freeze(app, ThawCause::Awaited);
}

std::set<AppId> Session::frozen_or_to_be() const
{
    std::set<AppId> found;
    for (const auto &[app, request] : requests)
        found.insert(app);
    for (const auto &[unit, lease] : leases)
        found.insert(lease.app);
    return found;
}

void Session::end_freeze(const AppId &id, ThawCause cause)
{
    const AppId app = app_called(id);
    std::set<AppId> ends{app};
    for (const UnitId unit : units_of(app)) // a tab can't run while the unit around it is frozen
        ends.insert(units.at(known_to_systemd(*this, unit)).app);
    for (const AppId &each : ends) {
        if (const auto request = requests.find(each);
            request != requests.end() && !request->second.ended)
            request->second.ended = cause;
    }
    for (auto &[unit, lease] : leases) {
        if (ends.contains(lease.app) && !lease.ended)
            lease.ended = cause;
    }
    for (const AppId &each : ends)
        drop_request(each);
}

void Session::end_all_freezes(ThawCause cause)
{
    for (const AppId &app : frozen_or_to_be())
        end_freeze(app, cause);
}

/// A request that has ended is kept while a unit is still frozen because of it: it has the cause of
/// the thaw.
void Session::drop_request(const AppId &app)
{
    const auto is_of_app = [&](const auto &lease) { return lease.second.app == app; };
    std::erase_if(requests, [&](const auto &request) {
        return request.first == app && request.second.ended
            && std::ranges::none_of(leases, is_of_app);
    });
}

/// Of all tabs: it isn't known which tab of a terminal is visible.
void Session::end_freeze_of_tabs(const AppId &terminal, ThawCause cause)
{
    for (const UnitId tab : tabs_of(*this, terminal))
        end_freeze(units.at(tab).app, cause);
}

} // namespace headroom
