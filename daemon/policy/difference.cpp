// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/difference.h"

#include "policy/judge_pressure.h"
#include "policy/pressure_words.h"
#include "policy/rank_culprits.h"
#include "policy/thaw_wanted.h"

namespace headroom {

namespace {

void add_thaws(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    for (const auto &[id, lease] : session.leases) {
        const auto thaw = wanted.thaws.find(id);
        if (thaw == wanted.thaws.end())
            continue;
        actions.push_back({action::Thaw{thaw->second}, id, session.units.at(id).name(), lease.app,
                           say("done: {0} is an application, {1} why", "resumed {}: {}",
                               session.name_of(lease.app), describe(thaw->second))});
    }
}

/// Why nothing is done any more, to any app. nullopt: something is.
std::optional<Sentence> why_all_ends(const Session &session, const Wanted &wanted)
{
    if (session.ending)
        return say("why something was done", "Headroom is ending");
    if (wanted.is_disabled)
        return say("why something was done", "you have paused Headroom");
    return std::nullopt;
}

Sentence why_unset(const Session &session, const Wanted &wanted, UnitId unit,
                   const WeightsInForce &weights)
{
    if (auto why = why_all_ends(session, wanted))
        return *why;
    if (wanted.awaited.contains(weights.app))
        return say("why something was done", "it was asked to free memory");
    if (weights.app.empty())
        return say("why something was done", "the active app no longer takes what is short");
    if (weights.kind == WeightKind::Nap)
        return session.level >= Level::Uneasy || wanted.level >= Level::Uneasy
            ? say("why something was done", "it may no longer be slowed down")
            : say("why something was done", "the resource it uses is no longer short");
    return session.unfocused.contains(unit)
        ? say("why something was done", "it is no longer the active app")
        : say("why something was done", "it no longer fills a screen or records");
}

Sentence unset(const Session &session, const Wanted &wanted, UnitId unit,
               const WeightsInForce &weights)
{
    const std::string name = session.name_of(weights.app);
    const Sentence why = why_unset(session, wanted, unit, weights);
    if (weights.app.empty())
        return say("done: {} is why", "no longer boosting the desktop: {}", why);
    return weights.kind == WeightKind::Nap
        ? say("done: {0} is an application, {1} why", "no longer slowing down {}: {}", name, why)
        : say("done: {0} is an application, {1} why", "no longer boosting {}: {}", name, why);
}

Sentence set(const Session &session, const WantedWeights &want)
{
    if (want.app.empty())
        return say("done: {} is why", "boosted the desktop: {}", want.reason);
    const std::string name = session.name_of(want.app);
    return want.kind == WeightKind::Nap
        ? say("done: {0} is an application, {1} why", "slowed down {}: {}", name, want.reason)
        : say("done: {0} is an application, {1} why", "boosted {}: {}", name, want.reason);
}

void add_weights(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    for (const auto &[id, want] : wanted.weights) {
        const auto in_force = session.weights.find(id);
        if (in_force != session.weights.end() && in_force->second.weights == want.weights
            && in_force->second.kind == want.kind)
            continue;
        actions.push_back({action::SetWeights{want.weights, want.kind, want.resource}, id,
                           session.units.at(id).name(), want.app, set(session, want)});
    }
    for (const auto &[id, weights] : session.weights) {
        if (!wanted.weights.contains(id))
            actions.push_back({action::UnsetWeights{weights.kind}, id, session.units.at(id).name(),
                               weights.app, unset(session, wanted, id, weights)});
    }
}

Sentence protected_now(const Session &session, const WantedProtection &want)
{
    if (want.app.empty())
        return say("done: {} is an amount of memory",
                   "keeping {} of the desktop in memory: memory is short", in_words(want.bytes));
    return say("done: {0} is an application, {1} an amount of memory",
               "keeping {1} of {0} in memory: it is the active app, and memory is short",
               session.name_of(want.app), in_words(want.bytes));
}

Sentence no_longer_protected(const Session &session, const Wanted &wanted, const AppId &app)
{
    const Sentence why =
        why_all_ends(session, wanted)
            .value_or(!app.empty() && session.focused_app() != app
                          ? say("why something was done", "it is no longer the active app")
                          : say("why something was done", "memory is no longer short"));
    if (app.empty())
        return say("done: {} is why", "no longer keeping the desktop in memory: {}", why);
    return say("done: {0} is an application, {1} why", "no longer keeping {} in memory: {}",
               session.name_of(app), why);
}

void add_protections(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    for (const auto &[id, want] : wanted.protections) {
        const auto in_force = session.protections.find(id);
        if (in_force == session.protections.end() || in_force->second.bytes != want.bytes
            || in_force->second.app != want.app)
            actions.push_back({action::Protect{want.bytes}, id, session.units.at(id).name(),
                               want.app, protected_now(session, want)});
    }
    for (const auto &[id, protection] : session.protections) {
        if (!wanted.protections.contains(id))
            actions.push_back({action::Unprotect{}, id, session.units.at(id).name(), protection.app,
                               no_longer_protected(session, wanted, protection.app)});
    }
}

void add_asks(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    for (const auto &[app, want] : wanted.asks) {
        const UnitId unit = *session.units_of(app).begin();
        actions.push_back({want.ask, unit, session.units.at(unit).name(), app,
                           say("done: {0} is an application, {1} why",
                               "asked {} to free memory: {}", session.name_of(app), want.reason)});
    }
}

/// One app a turn, with all its units. If half of an app is frozen, the other half hangs.
void add_one_freeze(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    std::optional<AppId> frozen;
    for (const auto &[id, want] : wanted.frozen) {
        const Unit &unit = session.units.at(id);
        if (session.leases.contains(id) || (frozen && *frozen != unit.app))
            continue;
        frozen = unit.app;
        actions.push_back({action::Freeze{want.cause, want.grew, want.in_turn}, id, unit.name(),
                           unit.app,
                           say("done: {0} is an application, {1} why", "paused {}: {}",
                               session.name_of(unit.app), want.reason)});
    }
}

void add_reclaims(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    for (const auto &[id, slice] : wanted.reclaims) {
        const Unit &unit = session.units.at(id);
        const std::string name = session.name_of(unit.app);
        actions.push_back(
            {slice, id, unit.name(), unit.app,
             slice.from == ReclaimFrom::Frozen
                 ? say("done", "pushing {} out of memory: it is paused", name)
                 : say("done", "gradually pushing unused memory of {} out: it is hidden", name)});
    }
}

void add_notice(const Session &session, const Wanted &wanted, std::vector<Action> &actions)
{
    if (wanted.notice == session.notice)
        return;
    if (wanted.notice)
        actions.push_back(
            {action::Notify{*wanted.notice},
             {},
             {},
             wanted.notice->app,
             say("done: {0} is the title of a notification, {1} its text",
                 "showed a notification: \"{}. {}\"", wanted.notice->title, wanted.notice->text)});
    else
        actions.push_back({action::Unnotify{},
                           {},
                           {},
                           session.notice->app,
                           say("done", "withdrew the notification")});
}

} // namespace

void thaw_the_rest(const Session &session, const Config &config, TimePoint now, Wanted &wanted)
{
    for (const auto &[id, lease] : session.leases) {
        if (wanted.frozen.contains(id))
            continue;
        const auto cause = thaw_wanted(session, config, id, now);
        wanted.thaws[id] = cause.value_or(ThawCause::NoLongerAllowed);
    }
}

std::vector<Action> difference(const Session &session, const Wanted &wanted)
{
    std::vector<Action> actions;
    if (wanted.level && *wanted.level != session.level)
        actions.push_back({action::ChangeLevel{*wanted.level, wanted.level_reason},
                           {},
                           {},
                           {},
                           say("done: {0} is \"pressure is high\" or the like, {1} why it is",
                               "{}: {}", pressure_is(*wanted.level), wanted.level_reason)});
    // First, so that the last reason given for an app is the act that ended its reclaim.
    for (const auto &[id, reclaim] : session.reclaiming) {
        if (const auto why = wanted.reclaims_over.find(id); why != wanted.reclaims_over.end())
            actions.push_back(
                {action::EndReclaim{}, id, session.units.at(id).name(), reclaim.app, why->second});
    }
    for (const auto &[app, over] : wanted.measurements_over)
        actions.push_back({over.end, {}, {}, app, over.reason});
    add_thaws(session, wanted, actions);
    add_weights(session, wanted, actions);
    add_protections(session, wanted, actions);
    actions.insert(actions.end(), wanted.moves.begin(), wanted.moves.end());
    add_asks(session, wanted, actions);
    add_one_freeze(session, wanted, actions);
    actions.insert(actions.end(), wanted.minimises.begin(), wanted.minimises.end());
    actions.insert(actions.end(), wanted.closes.begin(), wanted.closes.end());
    add_reclaims(session, wanted, actions);
    add_notice(session, wanted, actions);
    return actions;
}

} // namespace headroom
