// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/why_not_frozen.h"

#include "model/job.h"
#include "policy/explain.h"
#include "policy/freeze_background.h"
#include "policy/freeze_in_turn.h"
#include "random_events.h"
#include "seen.h"

#include <algorithm>
#include <cstdio>

// What a user reads about an app is what the rules do with it. In random sessions, each app in turn
// takes all memory.
namespace headroom {

namespace {

using namespace seen;

constexpr std::uint64_t sessions = 4'000;
constexpr std::uint64_t first_seed = 20'261'119;
constexpr int events_each = 40;
constexpr Duration looked = 3s; ///< by then, no culprit has been found for long enough

/// How often each answer was put to the test. A law that is never put to the test proves nothing.
struct Count {
    int frozen = 0;
    int exempt = 0;
    int in_turn = 0;
};

struct Now {
    Session session;
    TimePoint at;
};

/// As the daemon does before it answers a user.
void inspect_all(Now &now)
{
    for (const auto &[unit, known] : std::map{now.session.units}) {
        const auto found = now.session.inspections.find(unit);
        now.session.apply(
            found == now.session.inspections.end()
                ? event::UnitInspected{unit, {}, true}
                : event::UnitInspected{unit, found->second.duties, found->second.readable},
            now.at);
    }
}

/// From now on, one app takes all memory, or none does.
Now later(const Desk &desk, const AppId &hog)
{
    Now now{desk.session, desk.now};
    now.session.pressure = {};
    for (const std::uint64_t grown : {0 * mib, 600 * mib}) {
        PressureSample sample;
        sample.memory = MemoryLevel{1000 * mib, 120 * mib, 80 * mib, 0, 0};
        for (const auto &[unit, known] : now.session.units) {
            const UnitUse *before = desk.session.pressure.use(unit);
            UnitUse use{};
            use.unit = unit;
            use.marked_exempt = before && before->marked_exempt;
            use.held = 100 * mib + (known.app == hog ? grown : 0);
            sample.units.push_back(use);
        }
        now.session.apply(event::PressureSampled{sample}, now.at);
        now.at += looked;
    }
    now.at -= looked;
    inspect_all(now);
    return now;
}

Judgement judged(Level level)
{
    return {.level = level,
            .now = level,
            .resource = Resource::Memory,
            .in_front = true,
            .because = Sentence{std::string{"a test"}}};
}

bool is_newly_frozen(const Session &session, const AppId &app, const Wanted &wanted)
{
    return !is_frozen(session, app) && std::ranges::any_of(session.units_of(app), [&](UnitId unit) {
        return wanted.frozen.contains(unit);
    });
}

bool is_explained(const Now &now, const Config &config, const AppId &app)
{
    return std::ranges::any_of(
        in_english(explain(now.session, config, app, now.at)),
        [](const std::string &line) { return line.starts_with("It would not be paused"); });
}

void check_culprit(const Desk &desk, const AppId &app, Count &count)
{
    const Now now = later(desk, app);
    if (is_frozen(now.session, app))
        return; // there is no "would"
    Wanted wanted;
    freeze_background(now.session, desk.config, judged(Level::High), now.at, wanted);
    const bool frozen = is_newly_frozen(now.session, app, wanted);
    EXPECT_NE(frozen, is_explained(now, desk.config, app))
        << app << ':' << listed(in_english(explain(now.session, desk.config, app, now.at)));
    ++(frozen ? count.frozen : count.exempt);
}

/// Of the apps without a reason, one is frozen.
void check_in_turn(const Desk &desk, Count &count)
{
    const Now now = later(desk, "nobody at all");
    const auto is_settling = [](const auto &lease) {
        return lease.second.state == FreezerState::Freezing;
    };
    if (std::ranges::any_of(now.session.leases, is_settling))
        return; // its effect is awaited
    Wanted wanted;
    freeze_in_turn(now.session, desk.config, judged(Level::Critical), now.at, wanted);
    bool any = false;
    bool none_explained = false;
    for (const auto &[app, units] : now.session.by_app) {
        if (app.empty() || is_frozen(now.session, app) || tab_called(now.session, app))
            continue;
        const bool explained = is_explained(now, desk.config, app);
        none_explained |= !explained;
        if (is_newly_frozen(now.session, app, wanted)) {
            EXPECT_FALSE(explained) << app;
            any = true;
        }
    }
    EXPECT_EQ(any, none_explained);
    count.in_turn += any ? 1 : 0;
}

TEST(WhyNotFrozen, TheAnswerToAUserIsWhatTheRulesDo)
{
    Count count;
    for (std::uint64_t seed = first_seed; seed < first_seed + sessions && !HasFailure(); ++seed) {
        Desk desk;
        RandomEvents events{seed};
        for (int i = 0; i < events_each; ++i) {
            desk.happens(events.next(desk.session));
            desk.passes(events.one_in(4) ? 20s : 100ms);
        }
        desk.turns();
        for (const auto &[app, units] : std::map{desk.session.by_app}) {
            if (!app.empty())
                check_culprit(desk, app, count);
        }
        check_in_turn(desk, count);
        if (HasFailure())
            ADD_FAILURE() << "in the session of seed " << seed;
    }
    std::printf("%d culprits frozen, %d exempt, %d frozen in turn\n", count.frozen, count.exempt,
                count.in_turn);
    EXPECT_GE(count.frozen, 20);
    EXPECT_GE(count.exempt, 20);
    EXPECT_GE(count.in_turn, 20);
}

} // namespace

} // namespace headroom
