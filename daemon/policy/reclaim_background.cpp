// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/reclaim_background.h"

#include "policy/gentle_slices.h"
#include "policy/kept_in_memory.h"
#include "policy/rank_culprits.h"
#include "policy/stays_true.h"

#include <algorithm>
#include <functional>
#include <ranges>

namespace headroom {

namespace {

using Those = std::set<UnitId>;

enum class Wish { All, Any };

std::set<UnitId> units_to_reclaim(const Session &session, const Config &config, TimePoint now,
                                  Wish wish, Wanted &wanted)
{
    std::set<UnitId> found;
    for (const auto &[app, units] : session.by_app) {
        // Temporary reasons expire, and only an event can add a new one.
        StaysTrue may_give{[&](TimePoint at) { return !kept_with_app(session, config, app, at); }};
        if (not_wanted(session, config, app, now))
            continue;
        for (const UnitId unit : units) {
            if (wanted.frozen.contains(unit) || has_little(session, config, unit, now)
                || kept_with_unit(session, config, unit, now))
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

/// Units whose reclaim ends between two measurements. Checks only reasons that may have appeared
/// since the last one, once for each app. This runs at each change of focus, so its cost must not
/// depend on how much is being reclaimed.
Those no_longer(const Session &session, const Config &config, TimePoint now, const Wanted &wanted)
{
    Those over;
    if (session.reclaiming.empty())
        return over;
    const auto is_over = [&](UnitId unit) {
        if (session.reclaiming.contains(unit))
            over.insert(unit);
    };
    for (const auto &[app, units] : session.by_app) {
        if (not_wanted(session, config, app, now) || kept_with_app(session, config, app, now))
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
        const auto why = wanted.frozen.contains(unit) ? because_frozen(name) : why_kept(unit);
        wanted.reclaims_over[unit] =
            say("done: {0} is an application, {1} an amount of memory, {2} why",
                "no longer pushing out unused memory of {}, {} so far: {}", name,
                in_words(gentle.bytes), why);
    }
}

} // namespace

void reclaim_background(const Session &session, const Config &config, const Judgement &judgement,
                        TimePoint now, Wanted &wanted)
{
    const auto why_kept = [&](UnitId unit) {
        return kept_in_memory(session, config, judgement, unit, now).value_or(too_early());
    };
    if ((!config.gentle.enabled && session.need_requests.empty())
        || kept_by_machine(session, config, judgement, now))
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
