// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/explain.h"

#include "model/app_need.h"
#include "model/need.h"
#include "policy/kept_in_memory.h"
#include "policy/minimise_first.h"
#include "policy/rank_culprits.h"
#include "policy/why_not_frozen.h"

#include <algorithm>

namespace headroom {

namespace {

Sentence seconds(Duration duration)
{
    return Sentence{
        static_cast<double>(std::chrono::duration_cast<std::chrono::seconds>(duration).count()), 0};
}

Sentence of_weights(const std::string &unit, const Weights &weights)
{
    const auto number = [](std::uint64_t weight) {
        return Sentence{static_cast<double>(weight), 0};
    };
    if (weights.cpu && weights.io)
        return say("in force: {0} is a unit, the others are weights",
                   "{} has CPU weight {} and I/O weight {} instead of the usual 100.", unit,
                   number(*weights.cpu), number(*weights.io));
    return weights.io
        ? say("in force: {0} is a unit, {1} its weight",
              "{} has I/O weight {} instead of the usual 100.", unit, number(*weights.io))
        : say("in force: {0} is a unit, {1} its weight",
              "{} has CPU weight {} instead of the usual 100.", unit,
              number(weights.cpu.value_or(0)));
}

Sentence failed(Act act, const std::string &unit, const Sentence &why)
{
    switch (act) {
    case Act::Adopt:
        return say("what has failed: {0} is a unit, {1} why",
                   "{} was not moved to a unit of its own: {}.", unit, why);
    case Act::Boost:
        return say("what has failed: {0} is a unit, {1} why", "{} was not boosted: {}.", unit, why);
    case Act::Close:
        return say("what has failed: {0} is a unit, {1} why", "{} was not asked to quit: {}.", unit,
                   why);
    case Act::Minimise: // it is minimised to be paused
    case Act::Freeze:
        return say("what has failed: {0} is a unit, {1} why", "{} was not paused: {}.", unit, why);
    case Act::Nap:
        return say("what has failed: {0} is a unit, {1} why", "{} was not slowed down: {}.", unit,
                   why);
    case Act::Protect:
        return say("what has failed: {0} is a unit, {1} why", "Memory of {} was not protected: {}.",
                   unit, why);
    case Act::Reclaim:
        return say("what has failed: {0} is a unit, {1} why",
                   "Memory of {} was not pushed out: {}.", unit, why);
    case Act::Rejoin:
        return say("what has failed: {0} is a unit, {1} why",
                   "{} was not put back into the terminal's unit: {}.", unit, why);
    }
    return {};
}

void say_what_is_in_force(const Session &session, const AppId &app, TimePoint now,
                          std::vector<Sentence> &lines)
{
    for (const auto &[id, lease] : session.leases) {
        if (lease.app != app)
            continue;
        const std::string &unit = session.units.at(id).name();
        lines.push_back(lease.state == FreezerState::Frozen
                            ? say("in force: {0} is a unit, {1} a number of seconds",
                                  "{} has been paused for {} s.", unit, seconds(now - lease.since))
                            : say("in force: {0} is a unit, {1} a number of seconds",
                                  "Pausing {} has taken {} s so far.", unit,
                                  seconds(now - lease.since)));
    }
    for (const auto &[id, boost] : session.weights) {
        if (boost.app == app)
            lines.push_back(of_weights(session.units.at(id).name(), boost.weights));
    }
    for (const auto &[id, protection] : session.protections) {
        const Unit &unit = session.units.at(id);
        if (protection.app == app && !unit.is_slice)
            lines.push_back(say("in force: {0} is a unit, {1} an amount of memory",
                                "Of the memory of {}, {} is protected while memory is short.",
                                unit.name(), in_words(protection.bytes)));
    }
    for (const auto &[id, gentle] : session.reclaiming) {
        if (gentle.app == app)
            lines.push_back(say(
                "in force: {0} is a unit, {1} an amount of memory, {2} a number of seconds",
                "Unused memory of {} is being pushed out: {} in the last {} s.",
                session.units.at(id).name(), in_words(gentle.bytes), seconds(now - gentle.since)));
    }
    if (session.focused_app() == app && std::ranges::none_of(session.weights, [&](const auto &b) {
            return b.second.app == app;
        }))
        lines.push_back(
            say("in force", "{} is the active app but has no boost.", session.name_of(app)));
}

void say_why_it_is_not_frozen(const Session &session, const Config &config, const AppId &app,
                              TimePoint now, std::vector<Sentence> &lines)
{
    const auto refused = why_request_refused(session, app);
    if (refused)
        lines.push_back(
            say("in force: {} is why", "It would not be paused even on request: {}.", *refused));
    if ((refused && cannot_freeze(session, app)) || is_frozen(session, app))
        return; // nothing to add, or it is frozen already
    if (const auto why = why_not_frozen(session, config, app, Level::High, now);
        why && why != refused)
        lines.push_back(
            say("in force: {} is why", "It would not be paused when memory runs short: {}.", *why));
}

void say_what_stays_in_memory(const Session &session, const Config &config, const AppId &app,
                              TimePoint now, std::vector<Sentence> &lines)
{
    const Judgement judgement = judge_pressure(session, config, now);
    for (const UnitId id : session.units_of(app)) {
        if (const auto why = kept_in_memory(session, config, judgement, id, now))
            lines.push_back(say("in force: {0} is a unit, {1} why",
                                "Unused memory of {} is not pushed out: {}.",
                                session.units.at(id).name(), *why));
    }
}

/// What was measured earlier, unless it is measured now.
void say_what_it_needed(const Session &session, const Config &config, const AppId &app,
                        std::vector<Sentence> &lines)
{
    const auto kept = session.kept_needs.find(app);
    if (kept == session.kept_needs.end())
        return;
    const auto &[day, bytes] = *kept->second.rbegin();
    if (!need_of(session, config.gentle, app))
        lines.push_back(say("in force: {0} is an application, {1} an amount of memory, {2} a date",
                            "{} needed {} when it was measured on {}.", session.name_of(app),
                            in_words(bytes), date_of(day)));
    if (const auto needs = growing(kept->second))
        lines.push_back(say("in force: amounts of memory, the oldest first",
                            "Its need grows: {}, {} and {} on the last three days on which it was "
                            "measured.",
                            in_words((*needs)[0]), in_words((*needs)[1]), in_words((*needs)[2])));
}

} // namespace

std::vector<Sentence> explain(const Session &session, const Config &config, const AppId &app,
                              TimePoint now)
{
    const auto ids = session.app_ids();
    if (!std::ranges::binary_search(ids, app))
        return {};
    std::vector<Sentence> lines;
    say_what_is_in_force(session, app, now, lines);
    if (lines.empty())
        lines.push_back(say("in force", "Headroom does nothing to {} now.", session.name_of(app)));
    if (const auto last = session.last_reason.find(app); last != session.last_reason.end())
        lines.push_back(say("in force: {} is what was done", "Last act: {}.", last->second));
    for (const UnitId id : session.units_of(app)) {
        if (const auto refusals = session.unit_refusals.find(id);
            refusals != session.unit_refusals.end()) {
            for (const auto &[act, refusal] : refusals->second)
                lines.push_back(failed(act, session.units.at(id).name(), refusal.why));
        }
    }
    say_why_it_is_not_frozen(session, config, app, now, lines);
    if (config.gentle.enabled || session.need_requests.contains(app))
        say_what_stays_in_memory(session, config, app, now, lines);
    say_what_it_needed(session, config, app, lines);
    return lines;
}

} // namespace headroom
