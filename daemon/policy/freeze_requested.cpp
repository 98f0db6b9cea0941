// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/freeze_requested.h"

#include "policy/systemd_waits.h"
#include "policy/thaw_wanted.h"

namespace headroom {

void freeze_requested(const Session &session, const Config &config, TimePoint now, Wanted &wanted)
{
    for (const auto &[app, request] : session.requests) {
        if (request.answers_until && now < *request.answers_until)
            wanted.look_again_at(*request.answers_until);
        if (why_request_ended(session, config, app, now))
            continue;
        wanted.look_again_at(request_expires(config, request));
        if (not_described_yet(session, app))
            continue;
        for (const UnitId unit : session.units_of(app)) {
            wanted.frozen[unit] = {FreezeCause::Asked,
                                   say("why something was done", "you requested it")};
            // At critical, a freeze that pressure has begun may take longer. A time of the past
            // would then wake the loop in each turn.
            if (const auto lease = session.leases.find(unit); lease != session.leases.end()
                && lease->second.state == FreezerState::Freezing
                && now < lease->second.since + config.freeze_must_settle)
                wanted.look_again_at(lease->second.since + config.freeze_must_settle);
        }
    }
}

} // namespace headroom
