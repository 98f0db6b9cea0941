// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/ask_first.h"

#include <algorithm>
#include <map>

namespace headroom {

namespace {

/// The apps that pressure would nap for memory or freeze, now or soon, each with the reason. One
/// that is to be frozen now may already wait in an allocation, where it reads no question. Of naps,
/// only new ones have a resource.
std::map<AppId, Sentence> about_to_be_hindered(const Session &session, const Wanted &wanted)
{
    std::map<AppId, Sentence> apps = wanted.endangered;
    for (const auto &[unit, want] : wanted.weights) {
        if (want.kind == WeightKind::Nap && want.resource == Resource::Memory
            && !session.is_paused(want.app))
            apps.insert_or_assign(want.app, want.reason);
    }
    for (const auto &[unit, want] : wanted.frozen) {
        const AppId &app = session.units.at(unit).app;
        if (want.cause == FreezeCause::Pressure && !session.is_paused(app))
            apps.insert_or_assign(app, want.reason);
        else if (want.cause == FreezeCause::Asked)
            apps.erase(app); // the user doesn't wait
    }
    return apps;
}

/// Not if it isn't known what it holds.
bool goes_on_freeing(const Question &question, const Config &config)
{
    const auto freed = question.freed();
    return question.is_falling() && freed && *freed >= config.freezing.least_freed;
}

bool was_just_asked(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    const auto question = session.asked.find(app);
    return question != session.asked.end()
        && now < question->second.at + config.freezing.asked_again;
}

/// Until when an app that was asked has time to answer. nullopt: that is over.
std::optional<TimePoint> waits_until(const Question &question, const Config &config, Level level,
                                     TimePoint now)
{
    const FreezeLimits &limits = config.freezing;
    const bool has_time = level < Level::Critical;
    const TimePoint due =
        question.at + (has_time && question.was_read ? limits.answer_due : limits.read_due);
    if (now < due)
        return due;
    const TimePoint ends = question.at + limits.answer_ends;
    if (has_time && now < ends && goes_on_freeing(question, config))
        return ends;
    return std::nullopt;
}

/// Until then it is neither frozen nor napped: freeing memory takes time on a processor. A nap that
/// is in force ends only before a freeze.
void await(const Session &session, const Config &config, const AppId &app, TimePoint until,
           Wanted &wanted)
{
    for (const UnitId unit : session.units_of(app)) {
        const bool is_due = wanted.frozen.erase(unit) > 0;
        const auto weights = wanted.weights.find(unit);
        if (weights != wanted.weights.end() && weights->second.kind == WeightKind::Nap
            && (is_due || !session.weights.contains(unit)))
            wanted.weights.erase(weights);
    }
    wanted.awaited.insert(app);
    wanted.look_again_at(until);
    // What it frees in time must be seen in time.
    if (wanted.sample_every)
        wanted.sample_every = std::min(*wanted.sample_every, config.limits.sample_critical);
}

} // namespace

void ask_first(const Session &session, const Config &config, const Judgement &judgement,
               TimePoint now, Wanted &wanted)
{
    for (const auto &[app, reason] : about_to_be_hindered(session, wanted)) {
        auto listeners = session.listeners_of(app);
        if (listeners.empty())
            continue;
        std::optional<TimePoint> until;
        if (was_just_asked(session, config, app, now)) {
            until = waits_until(session.asked.at(app), config, judgement.now, now);
        } else {
            until = now + config.freezing.read_due;
            wanted.asks.emplace(app,
                                WantedAsk{{std::move(listeners), session.held_by(app)}, reason});
        }
        if (until)
            await(session, config, app, *until, wanted);
    }
}

} // namespace headroom
