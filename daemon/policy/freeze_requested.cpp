// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/freeze_requested.h"

#include "model/job.h"
#include "model/kinship.h"
#include "policy/exempt.h"
#include "policy/protect_audible.h"
#include "policy/spared.h"
#include "policy/thaw_wanted.h"
#include "policy/window_source.h"

#include <algorithm>

namespace headroom {

std::optional<Sentence> cannot_freeze(const Session &session, const AppId &app)
{
    if (session.ending)
        return say("why an application can't be frozen", "Headroom is about to end");
    if (session.partings == std::set{Parting::Sleep})
        return say("why an application can't be frozen", "the machine is about to sleep");
    if (!session.partings.empty())
        return say("why an application can't be frozen", "the session is about to end");
    if (const auto &freezer = session.capability(Capability::Freeze); !freezer.available)
        return freezer.reason;
    if (const auto &record = session.capability(Capability::RecordFrozen); !record.available)
        return record.reason; // without the ledger, a crash could not be undone
    if (session.focused_app() == app)
        return say("why an application can't be frozen",
                   "{} has the focus, and what is in front of you is never frozen",
                   session.name_of(app));
    if (auto why = runs_stream(session, app))
        // Also on request: a frozen native client stops the sound of all apps (pipewire#3509).
        return why;
    // A part of the foreground app may be in it.
    if (tab_called(session, app) && may_have_more_kin(session, app))
        return say("why an application is let be", "it isn't known which processes {} consists of",
                   session.name_of(app));
    const auto units = session.units_of(app);
    for (const UnitId id : units) {
        if (auto why = exempt(session, id))
            return why;
        if (auto why = session.refusal(id, Act::Freeze))
            return why;
    }
    for (const Window *window : session.windows_of(app)) {
        const auto unit = session.unit_of(*window);
        if (!unit || session.units.at(*unit).app != app)
            return say("why an application can't be frozen",
                       "{} has a window whose process is in a unit that isn't its own",
                       session.name_of(app));
    }
    if (units.empty())
        return say("why an application can't be frozen", "{} has no unit of its own",
                   session.name_of(app));
    return std::nullopt;
}

std::optional<Sentence> would_be_disconnected(const Session &session, const AppId &app)
{
    return !keeps_frozen_windows(session) && may_be_in_sight(session, app)
        ? std::optional{say(
              "why an application can't be frozen",
              "a window of {} may be in sight, and the compositor would disconnect it",
              session.name_of(app))}
        : std::nullopt;
}

std::optional<Sentence> refuse_freeze(const Session &session, const AppId &app)
{
    if (auto why = cannot_freeze(session, app))
        return why;
    return would_be_disconnected(session, app);
}

void freeze_requested(const Session &session, const Config &config, TimePoint now, Wanted &wanted)
{
    for (const auto &[app, request] : session.requests) {
        if (wish_ended(session, config, app, now))
            continue;
        wanted.look_again_at(hold_ends(config, request));
        for (const UnitId unit : session.units_of(app)) {
            wanted.frozen[unit] = {FreezeCause::Asked,
                                   say("why something was done", "you asked for it")};
            if (const auto lease = session.leases.find(unit);
                lease != session.leases.end() && lease->second.state == FreezerState::Freezing)
                wanted.look_again_at(lease->second.since + config.freeze_must_settle);
        }
    }
}

} // namespace headroom
