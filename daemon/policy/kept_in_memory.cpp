// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/kept_in_memory.h"

#include "model/job.h"
#include "model/memory_use.h"
#include "policy/disabled.h"
#include "policy/exempt.h"
#include "policy/exempt_unless_asked.h"
#include "policy/exempt_while_windowless.h"
#include "policy/gentle_slices.h"
#include "policy/hidden.h"
#include "policy/pressure_words.h"
#include "policy/rank_culprits.h"

#include <algorithm>

namespace headroom {

namespace {

using Reason = std::optional<Sentence>;

/// Memory goes to swap. Without swap only file pages would go, which the kernel drops at no cost
/// when it needs the room. What is left then is not the working set.
Reason no_room_in_swap(const Session &session, const Config &config)
{
    if (!session.swap)
        return std::nullopt; // not measured yet
    const auto &memory = session.swap->memory;
    if (!memory)
        return say("why what an application does not use stays in memory",
                   "it isn't known how much swap there is");
    if (memory->swap_total == 0)
        return say("why what an application does not use stays in memory", "there is no swap");
    if (!has_free_swap(*memory, config.reclaim.swap_reserve))
        return say("why what an application does not use stays in memory",
                   "less than {} % of swap is free", Sentence{config.reclaim.swap_reserve, 0});
    return std::nullopt;
}

Reason in_sight(const Session &session, const AppId &app)
{
    if (session.focused_app() == app)
        return say("why what an application does not use stays in memory", "{} is the active app",
                   session.name_of(app));
    if (tab_called(session, app))
        return say("why an application is exempt", "it isn't known whether {} is visible",
                   session.name_of(app));
    return may_be_noticed(session, app);
}

const WorkingSet *seen(const Session &session, UnitId unit)
{
    const auto found = session.working_sets.find(unit);
    return found == session.working_sets.end() ? nullptr : &found->second;
}

bool is_little(const WorkingSet &set, const Config &config)
{
    return set.current() && *set.current() <= config.gentle.least;
}

/// It may have grown since an older look, though nothing of it was visible.
bool is_little_for_now(const WorkingSet &set, const Config &config, TimePoint now)
{
    return is_little(set, config) && now < set.looked_at() + config.gentle.little_lasts;
}

/// What the measurements show: there is no more to reclaim. These reasons stand until something of
/// the app is visible again, so that it isn't measured on and on. Only that it has little does not.
Reason exhausted(const Session &session, const Config &config, UnitId unit, TimePoint now)
{
    const WorkingSet *set = seen(session, unit);
    if (!set)
        return std::nullopt;
    if (set->marked_exempt())
        return say("why an application is exempt",
                   "{} is marked as exempt (user.oomd_avoid or user.oomd_omit)",
                   session.units.at(unit).name());
    if (is_little_for_now(*set, config, now))
        return say("why what an application does not use stays in memory",
                   "it has no more than {} in memory", in_words(*set->current()));
    if (auto why = no_room_in_swap(session, config))
        return why;
    if (is_little(*set, config) || set->unchanged_for() < config.gentle.settles_within)
        return std::nullopt;
    if (const auto need = measured_need(*set, config.gentle))
        return say("why what an application does not use stays in memory", "it needs about {}",
                   in_words(*need));
    if (!set->current() || !set->stalled())
        return say("why what an application does not use stays in memory",
                   "it isn't known how much it has in memory, or whether it waits for it");
    if (auto why = swap_is_busy(session, config))
        return why;
    if (set->unchanged_for() >= config.gentle.gives_up_after)
        return say("why what an application does not use stays in memory",
                   "too little can be pushed out to see what it needs");
    return std::nullopt;
}

} // namespace

bool has_little(const Session &session, const Config &config, UnitId unit, TimePoint now)
{
    const WorkingSet *set = seen(session, unit);
    return set && is_little_for_now(*set, config, now);
}

Reason swap_is_busy(const Session &session, const Config &config)
{
    if (session.swap && !wears_a_disk(*session.swap))
        return std::nullopt;
    if (!session.swap || !session.swap->others_a_second)
        return say("why what an application does not use stays in memory",
                   "it isn't known yet how much is being written to swap");
    if (*session.swap->others_a_second >= static_cast<double>(config.gentle.swap_out))
        return say("why what an application does not use stays in memory",
                   "{} MiB a second are written to swap already",
                   Sentence{*session.swap->others_a_second / (1024.0 * 1024.0), 1});
    return std::nullopt;
}

Sentence too_early()
{
    return say("why what an application does not use stays in memory",
               "it was used, or resources were short, less than a minute ago");
}

Sentence because_frozen(const std::string &app)
{
    return say("why what an application does not use stays in memory", "{} is paused", app);
}

Reason request_over(const Config &config, const NeedRequest &request, TimePoint now)
{
    if (request.cancelled)
        return say("why what an application needs is not measured", "you have cancelled it");
    if (now >= request.asked + config.gentle.longest_request)
        return say("why what an application needs is not measured", "it has taken too long");
    return std::nullopt;
}

Reason not_wanted(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    const auto request = session.need_requests.find(app);
    const bool requested = request != session.need_requests.end();
    const Reason over = requested ? request_over(config, request->second, now) : std::nullopt;
    if (requested && !over)
        return std::nullopt;
    if (!config.gentle.enabled)
        return over
            ? over
            : say("why what an application does not use stays in memory", "this is switched off");
    if (!session.on_battery)
        return say("why what an application does not use stays in memory",
                   "it isn't known whether the computer runs on battery");
    if (*session.on_battery)
        return say("why what an application does not use stays in memory",
                   "the computer runs on battery");
    return std::nullopt;
}

Reason kept_by_machine(const Session &session, const Config &config, const Judgement &judgement,
                       TimePoint now)
{
    if (auto why = kept_whatever_the_pressure(session, config, now))
        return why;
    for (const Level level : {judgement.level, session.level}) {
        if (level != Level::Calm)
            return pressure_is(level);
    }
    return std::nullopt;
}

Reason kept_whatever_the_pressure(const Session &session, const Config &config, TimePoint now)
{
    if (session.ending)
        return say("why something was done", "Headroom is ending");
    if (is_disabled(session, now))
        return say("why what an application needs is not measured", "Headroom is paused");
    if (config.response == Response::Off)
        return say("why what an application does not use stays in memory",
                   "you have chosen that nothing is done when resources run short");
    if (!session.partings.empty())
        return say("why what an application does not use stays in memory",
                   "the computer is about to sleep, or the session to end");
    return std::nullopt;
}

Reason kept_with_unit(const Session &session, const Config &config, UnitId id, TimePoint now)
{
    if (auto why = exhausted(session, config, id, now))
        return why;
    return kept_unmeasured(session, id);
}

Reason kept_unmeasured(const Session &session, UnitId id)
{
    if (auto why = session.refusal(id, Act::Reclaim))
        return why;
    if (session.leases.contains(id))
        return because_frozen(session.name_of(session.units.at(id).app));
    return exempt(session, id);
}

Reason kept_with_app(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    if (auto why = exempt_unless_asked(session, config, app, now))
        return why;
    if (auto why = exempt_while_windowless(session, config, app, now))
        return why;
    return in_sight(session, app);
}

TimePoint enough_seen_at(const Session &session, UnitId id)
{
    const Unit &unit = session.units.at(id);
    TimePoint since = std::max(unit.appeared, session.level_since);
    const auto not_before = [&](const auto &moments, const auto &key) {
        if (const auto moment = moments.find(key); moment != moments.end())
            since = std::max(since, moment->second);
    };
    not_before(session.unfocused, id);
    not_before(session.windows_closed, unit.app);
    not_before(session.fell_silent, unit.app);
    return since + WorkingSet::window;
}

std::optional<Sentence> kept_in_memory(const Session &session, const Config &config,
                                       const Judgement &judgement, UnitId unit, TimePoint now)
{
    const AppId &app = session.units.at(unit).app;
    if (auto why = not_wanted(session, config, app, now))
        return why;
    if (auto why = kept_by_machine(session, config, judgement, now))
        return why;
    if (auto why = kept_with_unit(session, config, unit, now))
        return why;
    if (auto why = kept_with_app(session, config, app, now))
        return why;
    if (now < enough_seen_at(session, unit))
        return too_early();
    return std::nullopt;
}

} // namespace headroom
