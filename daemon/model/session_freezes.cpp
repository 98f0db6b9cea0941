// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"
#include "model/session.h"

#include <algorithm>

// Facts about freezes: who asked for one, what speaks against it since, and what the kernel made of it.
namespace headroom {

void Session::take(const event::FreezeAsked &e, TimePoint now)
{
    requests[e.app] = {.asked = now, .hold = e.hold, .ended = std::nullopt};
    if (focused_app() == e.app)
        end_freeze(
            e.app,
            ThawCause::
                Activated); // it is in front: the wish shall not come true when it no longer is
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
    for (const AppId &app : frozen_or_to_be())
        end_freeze(app,
                   e.parting == Parting::Sleep ? ThawCause::AboutToSleep : ThawCause::SessionEnds);
}

void Session::take(const event::PartingOver &e, TimePoint /*now*/)
{
    partings.erase(e.parting);
}

void Session::take(const event::Ending & /*e*/, TimePoint /*now*/)
{
    ending = true;
    for (const AppId &app : frozen_or_to_be())
        end_freeze(app, ThawCause::Ending);
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

/// Mutter pings a window over which the pointer moves. Where no answer comes within 5 s it offers to end
/// the app, and a click on the window no longer turns to it. Other compositors ping on a click.
void Session::take(const event::EventsArrived &e, TimePoint /*now*/)
{
    const auto lease = leases.find(e.unit);
    if (lease == leases.end())
        return;
    const auto of_app = windows_of(lease->second.app);
    const bool may_be_under_pointer = window_source == "mutter" // which tells no windows
        || (window_source == "gnome-shell"
            && std::ranges::any_of(of_app, [](const Window *window) { return !window->hidden; }));
    if (may_be_under_pointer)
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
    if (e.frozen) {
        lease->second.state = FreezerState::Frozen;
        never_settled.erase(e.unit);
    } else if (lease->second.state == FreezerState::Frozen)
        end_freeze(
            lease->second.app,
            ThawCause::ByOthers); // `systemctl thaw`, or a hand in /sys/fs/cgroup: the user's word
    touch(e.unit);
}

void Session::take(const event::HoldTaken &e, TimePoint /*now*/)
{
    holds[e.app][e.holder] = e.reason;
    end_freeze(e.app, ThawCause::NoLongerAllowed);
    changed.insert(e.app);
}

void Session::take(const event::HoldReleased &e, TimePoint /*now*/)
{
    const auto held = holds.find(e.app);
    if (held == holds.end())
        return;
    held->second.erase(e.holder);
    if (held->second.empty())
        holds.erase(held);
    changed.insert(e.app);
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
        return; // it has ended meanwhile, and the next one of that name isn't meant
    close_asked[app] = wish;
    for (const UnitId unit : units_of(app)) {
        if (const auto refusals = unit_refusals.find(unit); refusals != unit_refusals.end())
            refusals->second.erase("close"); // what failed before may work now
    }
    end_freeze(app, ThawCause::Asked); // what stands still can't end
}

void Session::take(const event::Reclaimed &e, TimePoint now)
{
    pressure.pushed_out(e.unit, now);
    const auto lease = leases.find(e.unit);
    if (const auto gentle = reclaiming.find(e.unit);
        gentle != reclaiming.end() && lease == leases.end()) {
        gentle->second.under_way = false;
        gentle->second.bytes += e.bytes;
        gentle->second.no_file_pages =
            gentle->second.no_file_pages || (gentle->second.file_pages_only && !e.all);
    }
    if (lease == leases.end())
        return;
    lease->second.reclaiming.reset();
    lease->second.last_slice = now;
    lease->second.reclaimed += e.bytes;
    lease->second.reclaimed_dry = !e.all;
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

void Session::take(const event::TabUsed &e, TimePoint /*now*/)
{
    if (const Unit *unit = find_unit(e.unit); unit && unit->terminal)
        end_freeze(unit->app, ThawCause::Awaited);
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
    if (const auto request = requests.find(app);
        request != requests.end() && !request->second.ended)
        request->second.ended = cause;
    for (auto &[unit, lease] : leases) {
        if (lease.app == app && !lease.ended)
            lease.ended = cause;
    }
    drop_request(app);
}

/// One that has ended is kept for as long as something stands still for it: it is the reason for the thaw.
void Session::drop_request(const AppId &app)
{
    const auto request = requests.find(app);
    if (request != requests.end() && request->second.ended
        && std::ranges::none_of(leases, [&](const auto &lease) { return lease.second.app == app; }))
        requests.erase(request);
}

/// Nobody knows which tab of a terminal is the one to be seen.
void Session::end_freeze_of_tabs(const AppId &terminal, ThawCause cause)
{
    for (const UnitId tab : tabs_of(*this, terminal))
        end_freeze(units.at(tab).app, cause);
}

} // namespace headroom
