// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "gentle.h"
#include "model/app_need.h"
#include "policy/explain.h"
#include "policy/kept_in_memory.h"
#include "policy/measure_requested.h"

#include <format>

namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

/// Gentle reclaim is off and the computer runs on battery, but the user wants to know what an app
/// needs.
class AskingDesk : public GentleDesk {
public:
    AskingDesk()
    {
        config.gentle.enabled = false;
        happens(event::PowerSeen{true});
        turns();
    }
    void asks() { happens(event::NeedAsked{idle.id}); }
    [[nodiscard]] std::string why() const
    {
        return session.need_outcomes.at(idle.id).sentence.in_english();
    }
    [[nodiscard]] std::string refused() const
    {
        const auto why = refuse_measurement(session, config, idle.id, now);
        return why ? why->in_english() : "";
    }
};

TEST(MeasureRequested, ItsMemoryIsReclaimedUntilItIsMeasured)
{
    AskingDesk desk;
    EXPECT_EQ(desk.goes_on(10min), Lines{});
    EXPECT_EQ(desk.refused(), "");
    desk.asks();
    EXPECT_EQ(desk.goes_on(0s), Lines{});
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    desk.memories[desk.idle.unit].current = 300 * mib;
    EXPECT_THAT(desk.goes_on(2min), Not(Contains(desk.end())));
    EXPECT_EQ(desk.goes_on(6s), (Lines{desk.end(), std::format("measured {}", 300 * mib)}));
    EXPECT_EQ(desk.why(), "measured what idle needs: 300 MiB of the 1.0 GiB that it used");
    EXPECT_EQ(desk.session.need_outcomes.at("idle").used, gib);
    EXPECT_TRUE(desk.session.need_requests.empty());
    desk.asks();
    EXPECT_EQ(desk.goes_on(0s), Lines{std::format("measured {}", 300 * mib)})
        << "that was a moment ago";
    EXPECT_EQ(desk.goes_on(1h), Lines{});
    EXPECT_EQ(desk.again_at, std::nullopt);
}

TEST(MeasureRequested, WhatGrowsMeanwhileHasUsedWhatItNeeds)
{
    AskingDesk desk;
    desk.asks();
    EXPECT_THAT(desk.goes_on(6s), Contains(desk.slice(hundredth)));
    desk.memories[desk.idle.unit].current = 2 * gib;
    EXPECT_THAT(desk.goes_on(5min), Contains(std::format("measured {}", 2 * gib)));
    EXPECT_EQ(desk.session.need_outcomes.at("idle").used, 2 * gib);
    EXPECT_EQ(desk.why(), "measured what idle needs: 2.0 GiB of the 2.0 GiB that it used");
}

TEST(MeasureRequested, WhatWasFoundLongAgoIsMeasuredAgain)
{
    AskingDesk desk;
    desk.asks();
    EXPECT_THAT(desk.goes_on(2min), Contains(std::format("measured {}", gib)));
    desk.passes(WorkingSet::longest_gap);
    desk.asks();
    EXPECT_EQ(desk.goes_on(0s), Lines{std::format("measured {}", gib)});
    desk.passes(1h);
    desk.memories[desk.idle.unit].current = 3 * gib;
    desk.asks();
    EXPECT_EQ(desk.goes_on(0s), Lines{});
    EXPECT_THAT(desk.goes_on(3min), Contains(std::format("measured {}", 3 * gib)));
    EXPECT_EQ(desk.session.need_outcomes.at("idle").used, 3 * gib);
}

TEST(MeasureRequested, WhatWasFoundLongAgoRefusesNothing)
{
    AskingDesk desk;
    desk.memory->swap_free = 0;
    desk.asks();
    EXPECT_EQ(desk.goes_on(6s), Lines{"not measured"});
    EXPECT_EQ(desk.refused(), "less than 20 % of swap is free");
    desk.passes(1h);
    EXPECT_EQ(desk.refused(), "");
}

TEST(MeasureRequested, OtherAppsKeepTheirs)
{
    AskingDesk desk;
    const App other = desk.hidden("other");
    desk.passes(1min);
    desk.asks();
    desk.goes_on(1min);
    EXPECT_TRUE(desk.session.reclaiming.contains(desk.idle.unit));
    EXPECT_FALSE(desk.session.reclaiming.contains(other.unit));
    EXPECT_FALSE(desk.session.working_sets.contains(other.unit));
}

struct End {
    const char *what;
    std::function<void(AskingDesk &)> made;
    const char *sentence;
    bool is_refused;
};

TEST(MeasureRequested, WhateverSpeaksAgainstItEndsAndRefusesIt)
{
    const App none;
    for (const End &end : std::vector<End>{
             {"cancelled", [](AskingDesk &d) { d.happens(event::NeedAsked{"idle", true}); },
              "you have cancelled it", false},
             {"too long", [](AskingDesk &d) { d.passes(1h); }, "it has taken too long", false},
             {"in front", [](AskingDesk &d) { d.focus(d.idle); }, "idle is the active app", true},
             {"shown",
              [](AskingDesk &d) {
                  d.changes(d.idle.window, [](Window &window) { window.hidden = false; });
              },
              "idle is visible", true},
             {"a hold",
              [](AskingDesk &d) { d.happens(event::HoldTaken{"idle", ":1.7", "a test"}); },
              "idle is held: a test", true},
             {"the user wants nothing", [](AskingDesk &d) { d.config.response = Response::Off; },
              "nothing is done when resources run short", true},
             {"pressure unknown", [](AskingDesk &d) { d.cannot(Capability::Pressure); },
              "pressure is unknown", true},
             {"disabled", [](AskingDesk &d) { d.happens(event::DisabledFor{1h}); },
              "Headroom is paused", true},
             {"frozen", [](AskingDesk &d) { d.happens(event::FreezeAsked{"idle", 10min}); },
              "idle is paused", true},
             {"no room in swap",
              [](AskingDesk &d) {
                  d.memory->swap_free = 0;
                  d.goes_on(6s);
              },
              "less than 20 % of swap is free", true},
             {"gone", [](AskingDesk &d) { d.happens(event::UnitGone{d.idle.unit}); },
              "it has ended", true}}) {
        SCOPED_TRACE(end.what);
        AskingDesk desk;
        desk.asks();
        desk.goes_on(12s);
        ASSERT_FALSE(desk.session.reclaiming.empty());
        end.made(desk);
        Lines lines = desk.turns();
        EXPECT_TRUE(desk.session.need_requests.empty());
        EXPECT_TRUE(desk.session.reclaiming.empty());
        EXPECT_THAT(desk.why(), HasSubstr("did not measure what idle needs: "));
        EXPECT_THAT(desk.why(), HasSubstr(end.sentence));
        EXPECT_EQ(desk.session.need_outcomes.at("idle").needed, std::nullopt);
        desk.happens(event::FreezerSettled{desk.idle.unit, true});
        EXPECT_EQ(!desk.refused().empty(), end.is_refused) << desk.refused();
    }
}

/// A compiler takes the CPU for a while. That says nothing about memory, so the measurement waits.
TEST(MeasureRequested, OnlyShortMemoryEndsItForPressure)
{
    for (const bool of_memory : {false, true}) {
        SCOPED_TRACE(of_memory);
        AskingDesk desk;
        desk.asks();
        desk.goes_on(12s);
        ASSERT_FALSE(desk.session.reclaiming.empty());
        const auto sample = [&](Duration stalled) {
            const StallTotals none{.some = 0us, .full = 0us};
            const StallTotals some{.some = stalled, .full = 0us};
            PressureSample seen{};
            seen.focused =
                of_memory ? GroupStalls{none, none, some} : GroupStalls{some, none, none};
            seen.focused_unit = desk.front.unit;
            desk.happens(event::PressureSampled{seen});
        };
        sample(0us);
        desk.passes(1s);
        sample(900ms);
        desk.turns();
        ASSERT_EQ(desk.session.level, Level::Uneasy);
        EXPECT_TRUE(desk.session.reclaiming.empty()) << "no slice is taken meanwhile";
        EXPECT_EQ(desk.session.need_requests.empty(), of_memory);
        desk.passes(10s); // the sample is too old to count
        desk.turns();
        ASSERT_EQ(desk.session.level, Level::Calm);
        desk.goes_on(5min);
        EXPECT_EQ(desk.session.need_outcomes.at("idle").needed.has_value(), !of_memory)
            << desk.why();
    }
}

TEST(MeasureRequested, WhatWasJustUsedIsWaitedFor)
{
    AskingDesk desk;
    desk.focus(desk.idle);
    desk.turns();
    desk.focus(desk.front);
    desk.turns();
    EXPECT_EQ(desk.refused(), "");
    desk.asks();
    EXPECT_EQ(desk.goes_on(59s), Lines{});
    EXPECT_EQ(desk.looks, 0U);
    desk.goes_on(1s);
    EXPECT_EQ(desk.looks, 1U);
}

TEST(MeasureRequested, ASmallAppIsNotMeasured)
{
    AskingDesk desk;
    desk.memories[desk.idle.unit].current = 100 * mib;
    desk.asks();
    EXPECT_EQ(desk.goes_on(6s), Lines{"not measured"});
    EXPECT_THAT(desk.why(), HasSubstr("it has no more than 100 MiB in memory"));
}

TEST(MeasureRequested, ASmallUnitOfALargeAppIsNeeded)
{
    AskingDesk desk;
    const UnitId second = desk.unit("app.slice/app-idle-9.scope");
    desk.memories[second] = desk.memories[desk.idle.unit];
    desk.memories[second].unit = second;
    desk.memories[second].current = 50 * mib;
    desk.passes(1min);
    desk.asks();
    desk.goes_on(1min);
    EXPECT_EQ(need_of(desk.session, desk.config.gentle, "idle"), std::nullopt);
    EXPECT_EQ(used_now(desk.session, "idle"), gib + 50 * mib);
    EXPECT_THAT(desk.goes_on(2min), Contains(std::format("measured {}", gib + 50 * mib)));
}

TEST(MeasureRequested, ProgressIsAChangeOfTheApp)
{
    AskingDesk desk;
    desk.asks();
    EXPECT_TRUE(desk.changed.apps.contains("idle"));
    desk.changed = {};
    desk.goes_on(6s);
    EXPECT_TRUE(desk.changed.apps.contains("idle"));
    EXPECT_THAT(in_english(explain(desk.session, desk.config, "idle", desk.now)),
                Contains(HasSubstr("is being pushed out: ")));
}

TEST(MeasureRequested, NobodyIsAskedTwiceOrWithoutAUnit)
{
    AskingDesk desk;
    desk.asks();
    const TimePoint asked = desk.now;
    desk.goes_on(10s);
    const std::size_t looks = desk.looks;
    desk.changed = {};
    desk.asks();
    EXPECT_FALSE(desk.changed.apps.contains("idle")) << "nor is anything new to be told";
    desk.goes_on(0s);
    EXPECT_EQ(desk.looks, looks) << "a client that asks again and again gets no more looks";
    EXPECT_EQ(desk.session.need_requests.at("idle").asked, asked);
    desk.happens(event::NeedAsked{"nobody"});
    desk.happens(event::NeedAsked{"nobody", true});
    EXPECT_FALSE(desk.session.need_requests.contains("nobody"));
    EXPECT_EQ(refuse_measurement(desk.session, desk.config, "nobody", desk.now)->in_english(),
              "nobody has no unit of its own");
}

TEST(MeasureRequested, ItTakesAnHourAtMost)
{
    const Desk desk;
    const NeedRequest request{.asked = desk.now};
    const auto over_after = [&](Duration time) {
        return in_english(request_over(desk.config, request, desk.now + time));
    };
    EXPECT_EQ(over_after(1h - 1us), std::nullopt);
    EXPECT_EQ(over_after(1h), "it has taken too long");
}

TEST(MeasureRequested, Invariant7ItEndsWhereNoLevelIsReported)
{
    AskingDesk desk;
    desk.asks();
    desk.goes_on(12s);
    const auto ends = [&] {
        Wanted wanted;
        measure_requested(desk.session, desk.config, calm, desk.now, wanted);
        const auto over = wanted.measurements_over.find("idle");
        return over == wanted.measurements_over.end() ? "" : over->second.reason.in_english();
    };
    EXPECT_EQ(ends(), "");
    desk.session.level = Level::Unknown;
    EXPECT_EQ(ends(), "did not measure what idle needs: pressure is unknown");
}

TEST(MeasureRequested, AskedForAgainItWaitsForTheNextLook)
{
    AskingDesk desk;
    desk.asks();
    EXPECT_THAT(desk.goes_on(6s), Contains(desk.slice(hundredth)));
    const TimePoint next = desk.now + 6s;
    desk.happens(event::NeedAsked{"idle", true});
    EXPECT_EQ(desk.turns(), (Lines{desk.end(), "not measured"}));
    desk.passes(2s);
    desk.asks();
    EXPECT_EQ(desk.turns(), Lines{}) << "one slice for each look";
    EXPECT_EQ(desk.again_at, next);
}

} // namespace

} // namespace headroom
