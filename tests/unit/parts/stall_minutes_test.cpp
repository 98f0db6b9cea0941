// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "stall_minutes.h"

#include <gmock/gmock.h>

namespace headroom {

using namespace std::string_literals;
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr WallTime wall{std::chrono::hours{480'000}};
constexpr UnitId kate{7};
constexpr UnitId firefox{8};
constexpr UnitId kwin{9};

/// A session with two apps and a compositor, and samples of it.
class StallMinutesTest : public testing::Test {
protected:
    StallMinutesTest()
    {
        add_unit(kate, "app-org.kde.kate-1.scope", "org.kde.kate");
        add_unit(firefox, "app-firefox-1.scope", "firefox");
        add_unit(kwin, "plasma-kwin_wayland.service", "");
        const ProcessId process{.pid = 100, .start_ticks = 1};
        session.compositor = process;
        session.processes[process] = {.id = process, .unit = kwin, .lineage = {}, .app_hint = {}};
        session.level = Level::High;
    }

    void add_unit(UnitId id, const std::string &name, const AppId &app)
    {
        session.units[id].path.unit = name;
        session.units[id].app = app;
    }

    static GroupStalls stalls(std::optional<Duration> memory, std::optional<Duration> cpu = {},
                              std::optional<Duration> io = {})
    {
        return {.cpu = {cpu, {}}, .io = {io, {}}, .memory = {memory, {}}};
    }

    std::vector<std::string> sample(Duration at, const GroupStalls &focused, UnitId unit = kate)
    {
        PressureSample seen;
        seen.focused = focused;
        seen.focused_unit = unit;
        return told(minutes.add(seen, session, TimePoint{at}, wall));
    }

    static std::vector<std::string> told(const std::vector<HistoryEntry> &entries)
    {
        std::vector<std::string> sentences;
        for (const HistoryEntry &entry : entries)
            sentences.push_back(entry.unit + " " + entry.reason.in_english());
        return sentences;
    }

    Session session;
    Tally tally{TimePoint{}};
    StallMinutes minutes{tally};
};

TEST_F(StallMinutesTest, AMinuteIsToldWhenASampleLiesBeyondIt)
{
    EXPECT_THAT(sample(10s, stalls(5s, 0s, 0s)), IsEmpty());
    EXPECT_THAT(sample(40s, stalls(7s, 200ms, 0s)), IsEmpty());
    EXPECT_THAT(sample(70s - 1us, stalls(8400ms, 200ms, 0s)), IsEmpty());
    EXPECT_THAT(sample(70s, stalls(8400ms, 200ms, 0s)),
                ElementsAre("app-org.kde.kate-1.scope waited 3.4 s for memory, 0.2 s for the CPU "
                            "in the last minute"));
    EXPECT_THAT(sample(100s, stalls(9400ms, 200ms, 0s)), IsEmpty());
    EXPECT_THAT(sample(130s, stalls(9400ms, 200ms, 1s)),
                ElementsAre("app-org.kde.kate-1.scope waited 1.0 s for memory, 1.0 s for the disk "
                            "in the last minute"));
}

TEST_F(StallMinutesTest, TheEntryIsWhole)
{
    PressureSample seen;
    seen.focused = stalls(0s);
    seen.focused_unit = kate;
    EXPECT_THAT(minutes.add(seen, session, TimePoint{}, wall), IsEmpty());
    seen.focused = stalls(2s);
    EXPECT_THAT(
        minutes.add(seen, session, TimePoint{60s}, wall + 60s),
        ElementsAre(HistoryEntry{wall + 60s, "stalled", "org.kde.kate", "app-org.kde.kate-1.scope",
                                 Level::High, "waited 2.0 s for memory in the last minute"s}));
}

struct Bound {
    Duration stalled;
    bool is_told;
};

class StallMinutesBound : public StallMinutesTest, public testing::WithParamInterface<Bound> {};

TEST_P(StallMinutesBound, ATenthOfASecondIsWorthAnEntry)
{
    (void)sample(0s, stalls(1s));
    EXPECT_EQ(!sample(60s, stalls(1s + GetParam().stalled)).empty(), GetParam().is_told);
}

INSTANTIATE_TEST_SUITE_P(Both, StallMinutesBound,
                         testing::Values(Bound{0us, false}, Bound{99'999us, false},
                                         Bound{100ms, true}, Bound{60s, true}));

TEST_F(StallMinutesTest, TheTallyAlsoGetsWhatIsWorthNoEntry)
{
    (void)sample(0s, stalls(1s, 3s));
    (void)sample(20s, stalls(1s + 30ms, 3s));
    session.notice.emplace().app = "firefox";
    (void)sample(30s, stalls(1s + 70ms, 3s));
    const auto stalled = [&](StallCause cause, Resource resource) {
        return tally.stalled(Stalling::Foreground, cause, resource);
    };
    EXPECT_EQ(stalled(StallCause::Unnamed, Resource::Memory), 30ms);
    EXPECT_EQ(stalled(StallCause::Background, Resource::Memory), 40ms);
    EXPECT_EQ(stalled(StallCause::Unnamed, Resource::Cpu), 0ms);
}

TEST_F(StallMinutesTest, WhatWasStalledBeforeTheFirstSampleIsNotCounted)
{
    (void)sample(0s, stalls(1000s));
    EXPECT_THAT(sample(60s, stalls(1000s)), IsEmpty());
}

TEST_F(StallMinutesTest, WhatIsNotToldIsNotCounted)
{
    (void)sample(0s, stalls({}, 1s));
    (void)sample(20s, stalls(50s, {}));
    EXPECT_THAT(
        sample(60s, stalls({}, 2s)),
        ElementsAre("app-org.kde.kate-1.scope waited 1.0 s for the CPU in the last minute"));
}

TEST_F(StallMinutesTest, ATotalThatFallsBackIsANewBeginning)
{
    (void)sample(0s, stalls(50s));
    (void)sample(20s, stalls(1s));
    EXPECT_THAT(sample(60s, stalls(2s)),
                ElementsAre("app-org.kde.kate-1.scope waited 1.0 s for memory in the last minute"));
}

TEST_F(StallMinutesTest, OnlyTheTimeInFrontCounts)
{
    (void)sample(0s, stalls(0s));
    (void)sample(10s, stalls(1s));
    (void)sample(20s, stalls(0s), firefox);
    (void)sample(30s, stalls(500ms), firefox);
    (void)sample(40s, stalls(31s)); // 30 s of it in the background
    EXPECT_THAT(sample(60s, stalls(33s)),
                ElementsAre("app-org.kde.kate-1.scope waited 3.0 s for memory in the last minute",
                            "app-firefox-1.scope waited 0.5 s for memory in the last minute"));
}

TEST_F(StallMinutesTest, TheCompositorCountsToo)
{
    PressureSample seen;
    seen.compositor = stalls(0s, 0s);
    EXPECT_THAT(minutes.add(seen, session, TimePoint{}, wall), IsEmpty());
    seen.compositor = stalls(0s, 5s);
    const auto entries = minutes.add(seen, session, TimePoint{60s}, wall);
    EXPECT_THAT(
        told(entries),
        ElementsAre("plasma-kwin_wayland.service waited 5.0 s for the CPU in the last minute"));
    EXPECT_EQ(entries.front().app, "");
}

TEST_F(StallMinutesTest, AUnitThatIsUnknownIsPassedOver)
{
    (void)sample(0s, stalls(0s), UnitId{});
    EXPECT_THAT(sample(60s, stalls(9s), UnitId{}), IsEmpty());
    session.compositor.reset();
    PressureSample seen;
    seen.compositor = stalls(90s);
    EXPECT_THAT(minutes.add(seen, session, TimePoint{120s}, wall), IsEmpty());
}

TEST_F(StallMinutesTest, APauseTellsWhatWasSeenAndCountsNothingOfItself)
{
    EXPECT_THAT(minutes.pause(Level::Calm, wall), IsEmpty());
    (void)sample(0s, stalls(0s));
    (void)sample(20s, stalls(1s));
    EXPECT_THAT(told(minutes.pause(Level::Calm, wall)),
                ElementsAre("app-org.kde.kate-1.scope waited 1.0 s for memory in the last minute"));
    EXPECT_THAT(minutes.pause(Level::Calm, wall), IsEmpty());
    EXPECT_THAT(sample(3600s, stalls(100s)), IsEmpty());
    EXPECT_THAT(sample(3660s, stalls(101s)),
                ElementsAre("app-org.kde.kate-1.scope waited 1.0 s for memory in the last minute"));
}

} // namespace
} // namespace headroom
