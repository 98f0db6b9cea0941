// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/thaw_wanted.h"

#include "policy/freeze_requested.h"

#include <algorithm>

namespace headroom {

TimePoint hold_ends(const Config &config, const FreezeRequest &request)
{
    const Duration hold = request.hold == Duration::zero() ? config.longest_hold : std::min(request.hold, config.longest_hold);
    return request.asked + hold;
}

std::optional<ThawCause> thaw_wanted(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    const auto request = session.requests.find(app);
    if (request == session.requests.end())
        return ThawCause::NoLongerAllowed;
    if (request->second.ended)
        return request->second.ended;
    if (now >= hold_ends(config, request->second))
        return ThawCause::HoldOver;
    for (const auto &[unit, lease] : session.leases) {
        if (lease.app == app && lease.state == FreezerState::Freezing && now >= lease.since + config.freeze_must_settle)
            return ThawCause::NeverSettled;
    }
    return refuse_freeze(session, app) ? std::optional{ThawCause::NoLongerAllowed} : std::nullopt;
}

std::string describe(ThawCause cause)
{
    switch (cause) {
    case ThawCause::Asked: return "you asked for it";
    case ThawCause::Activated: return "its window was activated";
    case ThawCause::Shown: return "its window was shown again";
    case ThawCause::NewWindow: return "it opened a window";
    case ThawCause::LaunchedAgain: return "it was launched again";
    case ThawCause::Calm: return "the machine is no longer short";
    case ThawCause::HoldOver: return "it was frozen for as long as allowed";
    case ThawCause::NeverSettled: return "it could not be stopped in time";
    case ThawCause::ByOthers: return "somebody else thawed it";
    case ThawCause::NoLongerAllowed: return "it may no longer be frozen";
    case ThawCause::Ending: return "Headroom is ending";
    }
    return {};
}

} // namespace headroom
