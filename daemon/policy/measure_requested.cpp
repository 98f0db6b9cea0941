// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/measure_requested.h"

#include "model/app_need.h"
#include "policy/kept_in_memory.h"
#include "policy/rank_culprits.h"

#include <algorithm>

namespace headroom {

namespace {

using Bytes = std::optional<std::uint64_t>;

Bytes largest_unit(const Session &session, const AppId &app)
{
    Bytes largest;
    for (const UnitId unit : session.units_of(app)) {
        const auto set = session.working_sets.find(unit);
        const Bytes current =
            set == session.working_sets.end() ? std::nullopt : set->second.current();
        largest = std::max(largest, current);
    }
    return largest;
}

/// The first reason, over all units of the app, why the measurement can't go on, apart from the
/// machine's. A unit that has a result is no reason. Results of an old look are ignored, since they
/// may be outdated.
std::optional<Sentence> kept_itself(const Session &session, const Config &config, const AppId &app,
                                    TimePoint now)
{
    if (auto why = kept_with_app(session, config, app, now))
        return why;
    const bool is_recent = session.was_looked_at_lately(app, now);
    for (const UnitId unit : session.units_of(app)) {
        const auto set = session.working_sets.find(unit);
        if (set != session.working_sets.end() && need_of_unit(set->second, config.gentle))
            continue;
        if (auto why = is_recent ? kept_with_unit(session, config, unit, now)
                                 : kept_unmeasured(session, unit))
            return why;
    }
    return std::nullopt;
}

/// A busy CPU or disk doesn't end a measurement that has begun. No slice is taken meanwhile.
std::optional<Sentence> ended_by_machine(const Session &session, const Config &config,
                                         const Judgement &judgement, TimePoint now)
{
    const bool is_known = judgement.level != Level::Unknown && session.level != Level::Unknown;
    const bool may_go_on = judgement.level == Level::Calm || judgement.resource != Resource::Memory;
    return is_known && may_go_on ? kept_whatever_the_pressure(session, config, now)
                                 : kept_by_machine(session, config, judgement, now);
}

Sentence without_result(const Session &session, const AppId &app, const Sentence &why)
{
    return say("done: {0} is an application, {1} why", "did not measure what {} needs: {}",
               session.name_of(app), why);
}

/// nullopt: it goes on.
std::optional<WantedEnd> end_of(const Session &session, const Config &config,
                                const Judgement &judgement, const AppId &app, TimePoint now)
{
    Bytes used = used_before(session, app);
    const auto fails = [&](const Sentence &why) {
        return WantedEnd{{used, std::nullopt}, without_result(session, app, why)};
    };
    if (const auto over = request_over(config, session.need_requests.at(app), now))
        return fails(*over);
    if (session.units_of(app).empty())
        return fails(say("why what an application needs is not measured", "it has ended"));
    if (const auto why = ended_by_machine(session, config, judgement, now))
        return fails(*why);
    if (const auto why = kept_itself(session, config, app, now))
        return fails(*why);
    const Bytes needed = need_of(session, config.gentle, app);
    if (!needed || !used)
        return std::nullopt;
    const Bytes largest = largest_unit(session, app);
    if (largest && *largest <= config.gentle.least)
        return fails(say("why what an application does not use stays in memory",
                         "it has no more than {} in memory", in_words(*largest)));
    if (*used < *needed)
        used = needed; // it has grown since, so it used more than at the first look
    return WantedEnd{{used, needed},
                     say("done: {0} is an application, {1} and {2} are amounts of memory",
                         "measured what {0} needs: {1} of the {2} that it used",
                         session.name_of(app), in_words(*needed), in_words(*used))};
}

} // namespace

std::optional<Sentence> refuse_measurement(const Session &session, const Config &config,
                                           const AppId &app, TimePoint now)
{
    if (session.units_of(app).empty())
        return say("why an application can't be frozen", "{} has no unit of its own",
                   session.name_of(app));
    if (auto why = kept_by_machine(session, config, judge_pressure(session, config, now), now))
        return why;
    return kept_itself(session, config, app, now);
}

void measure_requested(const Session &session, const Config &config, const Judgement &judgement,
                       TimePoint now, Wanted &wanted)
{
    for (const auto &[app, request] : session.need_requests) {
        if (const auto end = end_of(session, config, judgement, app, now))
            wanted.measurements_over[app] = *end;
        else
            wanted.look_again_at(request.asked + config.gentle.longest_request);
    }
}

} // namespace headroom
