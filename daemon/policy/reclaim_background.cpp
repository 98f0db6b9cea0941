// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/reclaim_background.h"

#include "model/job.h"
#include "model/memory_use.h"
#include "policy/exempt.h"
#include "policy/exempt_unless_asked.h"
#include "policy/exempt_while_windowless.h"
#include "policy/gentle_slices.h"
#include "policy/hidden.h"
#include "policy/rank_culprits.h"
#include "policy/stays_true.h"

#include <algorithm>
#include <functional>
#include <ranges>

namespace headroom {

namespace {

Sentence too_early()
{
    return say("why what an application does not use stays in memory",
               "it was used, or resources were short, less than a minute ago");
}

using Reason = std::optional<Sentence>;
using Those = std::set<UnitId>;

Sentence is_frozen(const std::string &app)
{
    return say("why what an application does not use stays in memory", "{} is paused", app);
}

/// Reasons that concern all apps. None needs a measurement.
Reason not_now(const Session &session, const Config &config, const Judgement &judgement)
{
    if (!config.gentle.enabled)
        return say("why what an application does not use stays in memory", "it isn't switched on");
    if (session.ending)
        return say("why something was done", "Headroom is ending");
    if (config.response == Response::Off)
        return say("why what an application does not use stays in memory",
                   "you have chosen that nothing is done when resources run short");
    if (!session.partings.empty())
        return say("why what an application does not use stays in memory",
                   "the computer is about to sleep, or the session to end");
    if (!session.on_battery)
        return say("why what an application does not use stays in memory",
                   "it isn't known whether the computer runs on battery");
    if (*session.on_battery)
        return say("why what an application does not use stays in memory",
                   "the computer runs on battery");
    for (const Level level : {judgement.level, session.level}) {
        if (level != Level::Calm)
            return pressure_is(level);
    }
    return std::nullopt;
}

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

/// The disk is busy, for whichever process. This passes, so reclaim waits and does not end.
Reason swap_is_busy(const Session &session, const Config &config)
{
    if (!session.swap || !session.swap->out_a_second)
        return say("why what an application does not use stays in memory",
                   "it isn't known yet how much is being written to swap");
    if (*session.swap->out_a_second > static_cast<double>(config.gentle.swap_out))
        return say("why what an application does not use stays in memory",
                   "{} MiB a second are written to swap already",
                   Sentence{*session.swap->out_a_second / (1024.0 * 1024.0), 1});
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

/// What the measurements show: there is no more to reclaim. These reasons stand until something of
/// the app is visible again, so that it isn't measured on and on.
Reason exhausted(const Session &session, const Config &config, UnitId unit)
{
    const WorkingSet *set = seen(session, unit);
    if (!set)
        return std::nullopt;
    if (set->marked_exempt())
        return say("why an application is exempt",
                   "{} is marked as exempt (user.oomd_avoid or user.oomd_omit)",
                   session.units.at(unit).name());
    if (set->current() && *set->current() <= config.gentle.least)
        return say("why what an application does not use stays in memory",
                   "it has no more than {} in memory", in_words(*set->current()));
    if (auto why = no_room_in_swap(session, config))
        return why;
    if (set->unchanged_for() < config.gentle.settles_within)
        return std::nullopt;
    if (auto why = swap_is_busy(session, config))
        return why;
    const auto need = measured_need(*set, config.gentle.settles_within);
    if (!need)
        return say("why what an application does not use stays in memory",
                   "it isn't known how much it has in memory, or whether it waits for it");
    return say("why what an application does not use stays in memory", "it needs about {}",
               in_words(*need));
}

/// Reasons that concern a unit, apart from those of its app.
Reason not_this_unit(const Session &session, const Config &config, UnitId id)
{
    if (auto why = exhausted(session, config, id))
        return why;
    if (auto why = session.refusal(id, Act::Reclaim))
        return why;
    if (session.leases.contains(id))
        return is_frozen(session.name_of(session.units.at(id).app));
    return exempt(session, id);
}

/// Reasons that concern all units of an app alike.
Reason not_this_app(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    if (auto why = exempt_unless_asked(session, config, app, now))
        return why;
    if (auto why = exempt_while_windowless(session, config, app, now))
        return why;
    return in_sight(session, app);
}

/// A unit's stalls are averaged over a window. In all of that the unit must have been in the
/// background, and the machine calm.
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

enum class Wish { All, Any };

std::set<UnitId> units_to_reclaim(const Session &session, const Config &config, TimePoint now,
                                  Wish wish, Wanted &wanted)
{
    std::set<UnitId> found;
    for (const auto &[app, units] : session.by_app) {
        // Reasons that hold for a while pass, and no new one comes without an event.
        StaysTrue may_give{[&](TimePoint at) { return !not_this_app(session, config, app, at); }};
        for (const UnitId unit : units) {
            if (wanted.frozen.contains(unit) || not_this_unit(session, config, unit))
                continue;
            // By then, reasons that hold for a while only have passed.
            const TimePoint from = std::max(now, enough_seen_at(session, unit));
            if (!may_give.at(from))
                continue;
            if (now < from)
                wanted.look_again_at(from);
            else
                found.insert(unit);
            if (wish == Wish::Any && !found.empty())
                return found;
        }
    }
    return found;
}

Those all_but(const Session &session, const Those &going_on)
{
    Those others;
    for (const auto &[unit, gentle] : session.reclaiming) {
        if (!going_on.contains(unit))
            others.insert(unit);
    }
    return others;
}

/// Units of which no more can be had, between two measurements. Only reasons that may be new since
/// the last one are asked for, once for each app. This runs at each change of focus, so its cost
/// must not depend on how much is being reclaimed.
Those no_longer(const Session &session, const Config &config, TimePoint now, const Wanted &wanted)
{
    Those over;
    const auto is_over = [&](UnitId unit) {
        if (session.reclaiming.contains(unit))
            over.insert(unit);
    };
    for (const auto &[app, units] : session.by_app) {
        if (not_this_app(session, config, app, now))
            std::ranges::for_each(units, is_over);
    }
    std::ranges::for_each(session.leases | std::views::keys, is_over);
    std::ranges::for_each(wanted.frozen | std::views::keys, is_over);
    for (const auto &[unit, refusals] : session.unit_refusals) {
        if (refusals.contains(Act::Reclaim))
            is_over(unit);
    }
    return over;
}

/// why_kept: the reason why a unit's memory stays, apart from a freeze.
void end(const Session &session, const Those &these,
         const std::function<Sentence(UnitId)> &why_kept, Wanted &wanted)
{
    for (const UnitId unit : these) {
        const GentleReclaim &gentle = session.reclaiming.at(unit);
        const std::string name = session.name_of(gentle.app);
        const auto why = wanted.frozen.contains(unit) ? is_frozen(name) : why_kept(unit);
        wanted.reclaims_over[unit] =
            say("done: {0} is an application, {1} an amount of memory, {2} why",
                "no longer pushing out unused memory of {}, {} so far: {}", name,
                in_words(gentle.bytes), why);
    }
}

} // namespace

std::optional<Sentence> kept_in_memory(const Session &session, const Config &config,
                                       const Judgement &judgement, UnitId unit, TimePoint now)
{
    if (auto why = not_now(session, config, judgement))
        return why;
    if (auto why = not_this_unit(session, config, unit))
        return why;
    if (auto why = not_this_app(session, config, session.units.at(unit).app, now))
        return why;
    if (now < enough_seen_at(session, unit))
        return too_early();
    return std::nullopt;
}

void reclaim_background(const Session &session, const Config &config, const Judgement &judgement,
                        TimePoint now, Wanted &wanted)
{
    const auto why_kept = [&](UnitId unit) {
        return kept_in_memory(session, config, judgement, unit, now).value_or(too_early());
    };
    if (not_now(session, config, judgement))
        return end(session, all_but(session, {}), why_kept, wanted);
    const auto next =
        session.swap ? std::optional{session.swap->at + config.gentle.interval} : std::nullopt;
    if (next && now > session.swap->at && now < *next) {
        const Those over = no_longer(session, config, now, wanted);
        end(session, over, why_kept, wanted);
        if (session.reclaiming.size() > over.size()
            || !units_to_reclaim(session, config, now, Wish::Any, wanted).empty())
            wanted.look_again_at(*next);
        return;
    }
    Those units = units_to_reclaim(session, config, now, Wish::All, wanted);
    end(session, all_but(session, units), why_kept, wanted);
    if (units.empty())
        return; // and there is no wake-up
    if (!next || now >= *next) {
        wanted.measure = std::move(units);
        return;
    }
    wanted.look_again_at(*next);
    if (!swap_is_busy(session, config))
        take_slices(session, config, units, wanted);
}

} // namespace headroom
