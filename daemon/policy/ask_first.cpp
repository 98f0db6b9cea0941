// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/ask_first.h"

#include <algorithm>
#include <map>

namespace headroom {

namespace {

/// The apps that are slowed down from now on because memory is short, each with the reason. Most of
/// them still get the processor then, while one that is to be frozen may already wait in an
/// allocation, where it reads no question.
std::map<AppId, Sentence> about_to_be_napped(const Session &session, const Wanted &wanted)
{
    std::map<AppId, Sentence> apps;
    for (const auto &[unit, want] : wanted.weights) {
        const auto in_force = session.weights.find(unit);
        const bool is_napped =
            in_force != session.weights.end() && in_force->second.kind == WeightKind::Nap;
        if (want.kind == WeightKind::Nap && want.resource == Resource::Memory && !is_napped
            && !session.is_paused(want.app))
            apps.try_emplace(want.app, want.reason);
    }
    return apps;
}

/// The apps that pressure would freeze in this turn, each with the reason.
std::map<AppId, Sentence> about_to_be_frozen(const Session &session, const Wanted &wanted)
{
    std::map<AppId, Sentence> apps;
    for (const auto &[unit, want] : wanted.frozen) {
        const AppId &app = session.units.at(unit).app;
        if (want.cause == FreezeCause::Pressure && !session.is_paused(app))
            apps.try_emplace(app, want.reason);
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

/// Nothing if nothing of it listens.
void ask(const Session &session, const AppId &app, const Sentence &reason, Wanted &wanted)
{
    auto listeners = session.listeners_of(app);
    if (!listeners.empty())
        wanted.asks.insert_or_assign(
            app, WantedAsk{{std::move(listeners), session.held_by(app)}, reason});
}

/// Until when the freeze of an app that was asked has to wait. nullopt: it is due.
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

} // namespace

void ask_first(const Session &session, const Config &config, const Judgement &judgement,
               TimePoint now, Wanted &wanted)
{
    for (const auto &[app, reason] : about_to_be_napped(session, wanted)) {
        if (!was_just_asked(session, config, app, now))
            ask(session, app, reason, wanted);
    }
    for (const auto &[app, reason] : about_to_be_frozen(session, wanted)) {
        if (session.listeners_of(app).empty())
            continue;
        std::optional<TimePoint> until;
        if (was_just_asked(session, config, app, now)) {
            until = waits_until(session.asked.at(app), config, judgement.now, now);
        } else {
            until = now + config.freezing.read_due;
            ask(session, app, reason, wanted);
        }
        if (!until)
            continue;
        for (const UnitId unit : session.units_of(app))
            wanted.frozen.erase(unit);
        wanted.awaited.insert(app);
        wanted.look_again_at(*until);
        // What it frees in time must be seen in time.
        if (wanted.sample_every)
            wanted.sample_every = std::min(*wanted.sample_every, config.limits.sample_critical);
    }
}

} // namespace headroom
