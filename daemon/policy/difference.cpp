// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/difference.h"

#include "policy/thaw_wanted.h"

#include <format>

namespace headroom {

namespace {

void add_thaws(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    for (const auto &[id, lease] : session.leases) {
        if (wanted.frozen.contains(id))
            continue;
        const ThawCause cause = wanted.thaw_why.at(id);
        actions.push_back({action::Thaw{cause}, id, session.units.at(id).name(), lease.app, std::format("thawed {}: {}", lease.app, describe(cause))});
    }
}

void add_weights(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    for (const auto &[id, want] : wanted.weights) {
        const auto in_force = session.boosts.find(id);
        if (in_force == session.boosts.end() || in_force->second.weights != want.weights)
            actions.push_back({action::SetWeights{want.weights}, id, session.units.at(id).name(), want.app, std::format("boosted {}: {}", want.app, want.reason)});
    }
    for (const auto &[id, boost] : session.boosts) {
        if (!wanted.weights.contains(id))
            actions.push_back({action::UnsetWeights{}, id, session.units.at(id).name(), boost.app, std::format("no longer boosting {}: {}", boost.app, session.ending ? "Headroom is ending" : "it lost the focus")});
    }
}

void add_one_freeze(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    for (const auto &[id, reason] : wanted.frozen) {
        if (session.leases.contains(id))
            continue;
        const Unit &unit = session.units.at(id);
        actions.push_back({action::Freeze{}, id, unit.name(), unit.app, std::format("froze {}: {}", unit.app, reason)});
        return;
    }
}

} // namespace

void explain_thaws(const Session &session, const Config &config, TimePoint now, Wanted &wanted)
{
    for (const auto &[id, lease] : session.leases) {
        if (wanted.frozen.contains(id))
            continue;
        const auto cause = thaw_wanted(session, config, lease.app, now);
        wanted.thaw_why[id] = cause.value_or(ThawCause::NoLongerAllowed);
    }
}

std::vector<Action> difference(const Session &session, const Wanted &wanted)
{
    std::vector<Action> actions;
    add_thaws(session, wanted, actions);
    add_weights(session, wanted, actions);
    actions.insert(actions.end(), wanted.adoptions.begin(), wanted.adoptions.end());
    add_one_freeze(session, wanted, actions);
    return actions;
}

} // namespace headroom
