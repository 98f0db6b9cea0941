// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/freeze_in_turn.h"

#include "model/job.h"
#include "policy/on_duty.h"
#include "policy/rank_culprits.h"
#include "policy/why_not_frozen.h"

#include <algorithm>
#include <ranges>
#include <tuple>

namespace headroom {

namespace {

/// How many of the next candidates are inspected. Inspecting all would take too long.
constexpr std::size_t inspected = 3;
/// After the last freeze in turn. Later stalls are another shortage.
constexpr Duration goes_on_for = std::chrono::minutes{1};

struct Candidate {
    AppId app;
    bool has_windows = false;
    TimePoint used{};
    std::uint64_t held = 0;
};

/// When the user last used it, as far as that can be seen: it was in front, it appeared, or its
/// last window closed.
TimePoint last_used(const Session &session, const AppId &app)
{
    TimePoint used{Duration::min()};
    for (const UnitId unit : session.units_of(app)) {
        used = std::max(used, session.units.at(unit).appeared);
        if (const auto left = session.unfocused.find(unit); left != session.unfocused.end())
            used = std::max(used, left->second);
    }
    if (const auto closed = session.windows_closed.find(app);
        closed != session.windows_closed.end())
        used = std::max(used, closed->second);
    return used;
}

/// It is no culprit, so the conditions are stricter than for one. Even at critical, those of lower
/// levels apply: it is known to be hidden, and it neither starts nor saves. A tab is exempt: the
/// user waits for its job, and whether the tab is visible is a guess.
bool may_be_next(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    return !tab_called(session, app) && may_be_frozen(session, config, app, Level::High, now);
}

/// Least recently used first. The last use of an app without a window can't be seen, so it comes
/// last.
std::vector<Candidate> candidates(const Session &session, const Config &config, TimePoint now)
{
    std::vector<Candidate> all;
    for (const auto &[app, units] : session.by_app) {
        const auto held = app.empty() ? std::nullopt : session.held_by(app);
        if (held && *held >= config.freezing.least_in_turn
            && may_be_next(session, config, app, now))
            all.push_back({.app = app,
                           .has_windows = session.has_windows(app),
                           .used = last_used(session, app),
                           .held = *held});
    }
    std::ranges::sort(all, [](const Candidate &one, const Candidate &other) {
        return std::tuple{!one.has_windows, one.used, other.held, one.app}
        < std::tuple{!other.has_windows, other.used, one.held, other.app};
    });
    return all;
}

/// Whether the last freeze has settled, or is overdue. Until then its effect can't be judged.
bool took_effect(const Session &session, const Config &config, TimePoint now)
{
    return std::ranges::none_of(session.leases, [&](const auto &entry) {
        const Lease &lease = entry.second;
        return lease.cause == FreezeCause::Pressure && lease.state == FreezerState::Freezing
            && now < lease.since + config.freeze_must_settle;
    });
}

/// Begins at critical, and continues until the foreground no longer stalls.
bool is_called_for(const Session &session, const Judgement &judgement, TimePoint now)
{
    const bool has_begun = std::ranges::any_of(session.leases, [&](const auto &lease) {
        return lease.second.in_turn && now <= lease.second.since + goes_on_for;
    });
    return judgement.now == Level::Critical || (has_begun && judgement.in_front);
}

} // namespace

void freeze_in_turn(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint now, Wanted &wanted)
{
    if (judgement.now < Level::High || judgement.resource != Resource::Memory
        || !rank_culprits(session, config, now).empty())
        return;
    const auto all = candidates(session, config, now);
    const auto first_ones = all | std::views::take(inspected);
    for (const Candidate &candidate : first_ones) {
        for (const UnitId unit : session.units_of(candidate.app))
            inspect_in_time(session, unit, now, wanted);
    }
    const auto next = std::ranges::find_if(first_ones, [&](const Candidate &candidate) {
        return !awaits_inspection(session, candidate.app, judgement.now, now);
    });
    if (next == first_ones.end() || !is_called_for(session, judgement, now)
        || !took_effect(session, config, now)
        || culprit_search_time(session, now) < config.freezing.nobody_for)
        return;
    const Sentence reason = say(
        "why something was done: {} is why pressure is what it is",
        "no app alone uses most of the memory, this hidden app was unused for the longest, and {}",
        judgement.because);
    for (const UnitId unit : session.units_of(next->app))
        wanted.frozen.try_emplace(unit,
                                  WantedFreeze{.cause = FreezeCause::Pressure,
                                               .reason = reason,
                                               .grew = std::nullopt,
                                               .in_turn = true});
}

} // namespace headroom
