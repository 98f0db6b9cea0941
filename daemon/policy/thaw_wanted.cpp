// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/thaw_wanted.h"

#include "policy/judge_pressure.h"
#include "policy/minimise_first.h"
#include "policy/why_not_frozen.h"

#include <algorithm>
#include <tuple>

namespace headroom {

namespace {

/// At critical, a freeze under pressure may take longer. A task that waits for a slow disk freezes
/// once its I/O is done, and thawing the rest of its app would queue more I/O. A requested freeze
/// is given up.
bool never_settled(const Session &session, const Config &config, const Lease &lease, TimePoint now)
{
    const bool is_awaited =
        lease.cause == FreezeCause::Pressure && session.level == Level::Critical;
    return lease.state == FreezerState::Freezing && now >= lease.since + config.freeze_must_settle
        && !is_awaited;
}

/// Whether this is so for any unit of an app: half of an app must not be frozen.
bool one_never_settled(const Session &session, const Config &config, const AppId &app,
                       TimePoint now)
{
    return std::ranges::any_of(session.leases, [&](const auto &lease) {
        return lease.second.app == app && never_settled(session, config, lease.second, now);
    });
}

/// Longer with each freeze: an app that takes all memory whenever it runs must not be thawed every
/// five seconds.
Duration shortest_freeze(const Session &session, const Config &config, const AppId &app)
{
    const auto offences = session.offences.find(app);
    Duration hold = config.freezing.shortest_freeze;
    for (unsigned i = 1; offences != session.offences.end() && i < offences->second.count
         && hold < config.freezing.longest_backoff;
         ++i)
        hold *= 2;
    return std::min(hold,
                    std::max(config.freezing.longest_backoff, config.freezing.shortest_freeze));
}

/// Of all units of the app, since they are thawed together.
std::uint64_t reclaimed_from(const Session &session, const AppId &app)
{
    std::uint64_t bytes = 0;
    for (const auto &[unit, lease] : session.leases)
        bytes += lease.app == app ? lease.reclaimed : 0;
    return bytes;
}

/// There must be room for the app to grow as before: at the pace at which it was frozen, until it
/// is noticed and frozen again. With less room, each thaw would leave less to the others than the
/// one before. Without swap, what it has taken until then is never given back.
bool can_grow_again(const Session &session, const Config &config, const Lease &lease)
{
    const std::chrono::duration<double> noticed = config.freezing.noticed_within;
    const double taken = static_cast<double>(lease.grew.value_or(0)) * noticed.count();
    // An app frozen in turn does not grow, but needs back what was reclaimed from it.
    return has_room_for(session, config,
                        static_cast<std::uint64_t>(taken)
                            + (lease.in_turn ? reclaimed_from(session, lease.app) : 0))
        .value_or(false);
}

/// Apps frozen in turn come first, since they are no culprits. Among these the newest freeze comes
/// first: that app was used last. Among culprits the oldest freeze comes first.
bool goes_before(const Lease &one, const Lease &other)
{
    if (one.in_turn != other.in_turn)
        return one.in_turn;
    if (one.since != other.since)
        return one.in_turn ? one.since > other.since : one.since < other.since;
    return one.app < other.app;
}

/// Nothing is frozen because the CPU or a disk is busy, and nothing stays so.
bool is_calm(const Session &session, const Config &config, TimePoint now)
{
    const Duration calm_for = config.freezing.calm_for;
    return (session.level == Level::Calm && now >= session.level_since + calm_for)
        || memory_is_calm(session, config, config.limits.alert_lingers + calm_for, now);
}

/// One app at a time, of those that were frozen for long enough. It must have been calm for a
/// while, and there must be room to grow into. Without that room, its thaw would be the next
/// shortage. Then only the user thaws it.
bool is_next_to_thaw(const Session &session, const Config &config, UnitId unit, TimePoint now)
{
    if (is_memory_low(session, config).value_or(true)
        || (session.last_thaw && now < *session.last_thaw + config.freezing.calm_for))
        return false;
    const auto held_enough = [&](const Lease &lease) {
        return lease.cause == FreezeCause::Pressure && !lease.ended
            && now >= lease.since + shortest_freeze(session, config, lease.app)
            && can_grow_again(session, config, lease);
    };
    const Lease &own = session.leases.at(unit);
    const bool is_first =
        held_enough(own) && std::ranges::none_of(session.leases, [&](const auto &other) {
            return other.second.app != own.app && held_enough(other.second)
                && goes_before(other.second, own);
        });
    return is_first && is_calm(session, config, now);
}

} // namespace

TimePoint request_expires(const Config &config, const FreezeRequest &request)
{
    const Duration hold = request.hold == Duration::zero()
        ? config.longest_freeze
        : std::min(request.hold, config.longest_freeze);
    return request.asked + hold;
}

std::optional<ThawCause> why_request_ended(const Session &session, const Config &config,
                                           const AppId &app, TimePoint now)
{
    const auto request = session.requests.find(app);
    if (request == session.requests.end())
        return ThawCause::NoLongerAllowed;
    if (request->second.ended)
        return request->second.ended;
    if (now >= request_expires(config, request->second))
        return ThawCause::HoldOver;
    if (one_never_settled(session, config, app, now))
        return ThawCause::NeverSettled;
    if (now < request->second.answers_until.value_or(now))
        return ThawCause::Awaited; // then it is frozen again
    if (was_not_minimised(session, app, request->second, now))
        return ThawCause::NoLongerAllowed;
    return refuse_freeze(session, app) ? std::optional{ThawCause::NoLongerAllowed} : std::nullopt;
}

std::optional<ThawCause> thaw_wanted(const Session &session, const Config &config, UnitId unit,
                                     TimePoint now)
{
    const Lease &lease = session.leases.at(unit);
    if (lease.cause == FreezeCause::Asked)
        return why_request_ended(session, config, lease.app, now);
    if (lease.ended)
        return lease.ended;
    if (one_never_settled(session, config, lease.app, now))
        return ThawCause::NeverSettled;
    if (now >= lease.since + config.longest_freeze)
        return ThawCause::HoldOver;
    if (why_not_kept_frozen(session, config, lease.app, now))
        return ThawCause::NoLongerAllowed;
    return is_next_to_thaw(session, config, unit, now) ? std::optional{ThawCause::Calm}
                                                       : std::nullopt;
}

Sentence describe(ThawCause cause)
{
    switch (cause) {
    case ThawCause::Asked: return say("why something was done", "you requested it");
    case ThawCause::Activated: return say("why something was done", "its window was activated");
    case ThawCause::Shown: return say("why something was done", "its window was shown again");
    case ThawCause::NewWindow: return say("why something was done", "it opened a window");
    case ThawCause::Awaited: return say("why something was done", "its window had to respond");
    case ThawCause::Needed: return say("why something was done", "another program waits for it");
    case ThawCause::EventsUnread:
        return say("why something was done", "the compositor was about to disconnect it");
    case ThawCause::WindowsLost:
        return say("why something was done", "windows are no longer reported");
    case ThawCause::StreamStarted: return say("why something was done", "it plays or records");
    case ThawCause::LaunchedAgain: return say("why something was done", "it was launched again");
    case ThawCause::Calm: return say("why something was done", "memory is no longer short");
    case ThawCause::HoldOver:
        return say("why something was done", "it was paused for the longest time allowed");
    case ThawCause::NeverSettled:
        return say("why something was done", "it could not be paused in time");
    case ThawCause::ByOthers: return say("why something was done", "another program resumed it");
    case ThawCause::NoLongerAllowed:
        return say("why something was done", "it may no longer be paused");
    case ThawCause::AboutToSleep:
        return say("why something was done", "the computer is about to sleep");
    case ThawCause::SessionEnds:
        return say("why something was done", "the session is about to end");
    case ThawCause::Ending: return say("why something was done", "Headroom is ending");
    }
    return {};
}

} // namespace headroom
