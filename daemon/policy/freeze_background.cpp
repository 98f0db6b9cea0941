// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/freeze_background.h"

#include "policy/on_duty.h"
#include "policy/rank_culprits.h"
#include "policy/thaw_wanted.h"
#include "policy/why_not_frozen.h"

#include <algorithm>

namespace headroom {

namespace {

void keep_frozen(const Session &session, const Config &config, TimePoint now, Wanted &wanted)
{
    for (const auto &[unit, lease] : session.leases) {
        if (lease.cause != FreezeCause::Pressure || thaw_wanted(session, config, unit, now))
            continue;
        wanted.frozen.try_emplace(
            unit,
            WantedFreeze{FreezeCause::Pressure, say("why something was done", "memory ran short")});
        if (lease.state == FreezerState::Freezing && now < lease.since + config.freeze_must_settle)
            // After that, at critical, samples come anyway.
            wanted.look_again_at(lease.since + config.freeze_must_settle);
        wanted.look_again_at(lease.since + config.longest_freeze);
    }
}

/// An inspection takes as long as a shortage takes to become high. So apps that may be frozen then
/// are inspected at the first stall.
bool may_need_inspection(const Session &session, const Config &config, const Judgement &judgement,
                         TimePoint now)
{
    const auto stalled = session.pressure.last_trigger();
    return (judgement.now >= Level::Uneasy && judgement.resource == Resource::Memory)
        || (stalled && now < *stalled + config.limits.alert_lingers
            && may_become_low(session, config).value_or(false));
}

} // namespace

void freeze_background(const Session &session, const Config &config, const Judgement &judgement,
                       TimePoint now, Wanted &wanted)
{
    keep_frozen(session, config, now, wanted);
    // Freezes help against apps that take memory. An app that takes CPU or disk is napped instead.
    // Freezing a search of the whole disk would gain little. Finding it by its file pages would
    // freeze whatever reads most.
    if (!may_need_inspection(session, config, judgement, now))
        return;
    const auto culprits = rank_culprits(session, config, now);
    for (const Culprit &culprit : culprits) {
        for (const UnitId unit : session.units_of(culprit.app))
            inspect_in_time(session, unit, now, wanted);
        if (may_be_frozen(session, config, culprit.app, Level::High, now))
            wanted.endangered.try_emplace(
                culprit.app,
                say("why something was done: {0} is what the application does, {1} a percentage",
                    "it {}, {} % of what all apps took lately", describe(culprit),
                    Sentence{culprit.share * 100, 0}));
    }
    if (judgement.now < Level::High || judgement.resource != Resource::Memory)
        return;
    for (const Culprit &culprit : culprits) {
        // A unit that joins a frozen app ends the freeze. If the new unit were frozen for what the
        // old ones took, the app would stay half frozen. So what is being thawed may not be frozen.
        if (!may_be_frozen(session, config, culprit.app, judgement.now, now)
            || awaits_inspection(session, culprit.app, judgement.now, now))
            continue;
        const Sentence reason =
            say("why something was done: {0} is what the application does, {1} "
                "a percentage, {2} why pressure is what it is",
                "it {}, {} % of what all apps took lately, and {}", describe(culprit),
                Sentence{culprit.share * 100, 0}, judgement.because);
        for (const UnitId unit : session.units_of(culprit.app))
            wanted.frozen.try_emplace(unit,
                                      WantedFreeze{FreezeCause::Pressure, reason, culprit.grows});
        return; // one a turn, and the next only after this one had its effect
    }
}

} // namespace headroom
