// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/nap_background.h"

#include "model/kinship.h"
#include "policy/exempt.h"
#include "policy/exempt_unless_asked.h"
#include "policy/exempt_while_windowless.h"
#include "policy/hidden.h"
#include "policy/rank_culprits.h"

namespace headroom {

namespace {

bool may_nap(const Session &session, const Config &config, UnitId id, TimePoint now)
{
    const Unit &unit = session.units.at(id);
    // The rest of an app in front may be in it, as that of a browser which was opened by a link.
    if (may_have_more_kin(session, unit.app))
        return false;
    if (unit.terminal) // a build in a hidden tab is slow enough as it is
        return false;
    return !session.refusal(id, Act::Nap) && !exempt(session, id)
        && !exempt_unless_asked(session, config, unit.app, now)
        && !exempt_while_windowless(session, config, unit.app, now)
        && session.focused_app() != unit.app && !may_be_noticed(session, unit.app);
}

/// resource: what is short. nullopt: nothing any more.
WantedWeights nap(const Weights &weights, AppId app, Sentence reason,
                  std::optional<Resource> resource)
{
    return {weights, WeightKind::Nap, std::move(app), std::move(reason), resource};
}

} // namespace

void nap_background(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint now, Wanted &wanted)
{
    const Weights weights = session.supported_weights(config.napped);
    if (session.ending || config.response == Response::Off || weights == Weights{})
        return;
    const bool short_of_something = judgement.level >= Level::Uneasy;
    // A nap removes its own cause, so it outlasts the cause for a while. Otherwise it would begin
    // and end every other second.
    for (const auto &[unit, in_force] : session.weights) {
        const TimePoint until = session.level_since + config.nap_lingers;
        const bool is_over = !short_of_something && session.level < Level::Uneasy && now >= until;
        if (in_force.kind != WeightKind::Nap || is_over || !may_nap(session, config, unit, now))
            continue;
        // A boost that is wanted, too, was entered before and stays: the foreground outranks a nap.
        wanted.weights.try_emplace(
            unit,
            nap(weights, session.units.at(unit).app,
                say("why something was done", "the resource it uses was short a while ago"), {}));
        if (now < until)
            wanted.look_again_at(until);
    }
    if (!short_of_something)
        return;
    for (const auto &[app, share] : app_shares(session, config, judgement.resource, now)) {
        if (share * 100 < config.nap_share)
            continue;
        for (const UnitId unit : session.units_of(app)) {
            if (may_nap(session, config, unit, now))
                wanted.weights.try_emplace(
                    unit,
                    nap(weights, app,
                        say("why something was done: {1} is why pressure is what it is",
                            "it is hidden and used {} % of what all apps used, while {}",
                            Sentence{share * 100, 0}, judgement.because),
                        judgement.resource));
        }
    }
}

} // namespace headroom
