// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/judge_pressure.h"
#include "pressed.h"

#include <functional>

namespace headroom {

namespace {

using namespace seen;

struct Row {
    const char *what;
    double Load::*share;
    double percent; ///< at this the level is `level`, a tenth of a percent below it is `below`
    Level level;
    Level below;
};

const Row rows[] = {
    {"UI, memory, some", &Load::ui_memory_some, 3, Level::Uneasy, Level::Calm},
    {"UI, memory, some", &Load::ui_memory_some, 10, Level::High, Level::Uneasy},
    {"UI, memory, full", &Load::ui_memory_full, 40, Level::Critical, Level::Calm},
    {"system, memory, some", &Load::system_memory_some, 5, Level::Uneasy, Level::Calm},
    {"system, memory, some", &Load::system_memory_some, 10, Level::High, Level::Uneasy},
    {"UI, CPU, some", &Load::ui_cpu_some, 20, Level::Uneasy, Level::Calm},
    {"UI, I/O, some", &Load::ui_io_some, 20, Level::Uneasy, Level::Calm},
};

Judgement after(const Load &load, Duration time = 2s)
{
    PressedDesk desk;
    desk.config.response = Response::Warn; // the policy must not act here
    desk.load = load;
    desk.goes_on(time);
    return judge_pressure(desk.session, desk.config, desk.now);
}

Load low_on_memory()
{
    Load load = hanging();
    load.ui_memory_some = load.system_memory_some = 0;
    return load;
}

TEST(JudgePressure, EachLimitHasTwoSides)
{
    for (const Row &row : rows) {
        Load load = low_on_memory();
        load.*row.share = row.percent / 100 + 1e-5;
        EXPECT_EQ(after(load).level, row.level) << row.what << " at " << row.percent << " %";
        EXPECT_EQ(after(load).now, row.level) << row.what << " at " << row.percent << " %";
        load.*row.share = row.percent / 100 - 0.001;
        EXPECT_EQ(after(load).level, row.below) << row.what << " below " << row.percent << " %";
    }
}

/// All tasks on the machine that could run wait for memory, `percent` of the time; the foreground
/// does 100 * `in_front` percent of it.
Level machine_stands_still(double percent, double in_front, bool foreground_is_known = true)
{
    Load load = low_on_memory();
    load.system_memory_some = load.system_memory_full = percent / 100;
    load.ui_memory_some = in_front;
    load.foreground_is_known = foreground_is_known;
    const Judgement found = after(load);
    EXPECT_EQ(found.level, found.now);
    return found.now;
}

TEST(JudgePressure, AStandstillIsCriticalOnlyIfTheForegroundWaits)
{
    EXPECT_EQ(machine_stands_still(40.001, 0.03001), Level::Critical);
    EXPECT_EQ(machine_stands_still(39.9, 0.03001), Level::High);
    EXPECT_EQ(machine_stands_still(100, 0.0299), Level::High) << "a single task, in the background";
    EXPECT_EQ(machine_stands_still(100, 0), Level::High);
    EXPECT_EQ(machine_stands_still(40.001, 0, false), Level::Critical);
    EXPECT_EQ(machine_stands_still(39.9, 0, false), Level::High);
}

TEST(JudgePressure, MemoryStallsWithRoomLeftAreNoShortage)
{
    // A search of the whole disk: file pages come and go, tasks wait for them, and no app needs to
    // be frozen. pressure.md 1.12, the first incident.
    Load load;
    load.ui_memory_some = load.system_memory_some = load.ui_memory_full = load.system_memory_full =
        0.9;
    EXPECT_EQ(after(load).level, Level::Uneasy);
}

TEST(JudgePressure, RoomIsWhatIsNeitherHeldNorInUse)
{
    for (const auto &[available, active, level] :
         {std::tuple{199U, 100U, Level::High}, std::tuple{200U, 100U, Level::Uneasy},
          std::tuple{99U, 0U, Level::High}}) {
        Load load = low_on_memory();
        load.ui_memory_some = 0.5;
        load.memory.available = available * mib;
        load.memory.active_file = active * mib;
        EXPECT_EQ(after(load).level, level)
            << available << " MiB available, " << active << " MiB of it in use as file pages";
    }
}

TEST(JudgePressure, FilesThatWereReadTwiceAreNotInUse)
{
    Load load = low_on_memory();
    load.ui_memory_some = 0.5;
    load.memory.available = 500 * mib;
    load.memory.active_file = 450 * mib;
    EXPECT_EQ(after(load).level, Level::High) << "what is mapped is unknown";
    load.memory.mapped = 400 * mib;
    EXPECT_EQ(after(load).level, Level::Uneasy);
    load.memory.mapped = 401 * mib;
    EXPECT_EQ(after(load).level, Level::High);
}

/// The front stalls while `available` MiB of memory are left. Returns the level once `mib_swapped`
/// MiB have been swapped out.
Level after_swapping(std::uint64_t available, std::uint64_t mib_swapped,
                     const std::function<void(PressedDesk &)> &meanwhile = {})
{
    PressedDesk desk;
    desk.config.response = Response::Warn;
    desk.load.ui_memory_some = 0.5;
    desk.load.memory.active_file = 0;
    desk.load.memory.available = available * mib;
    desk.load.memory.swap_total = desk.load.memory.swap_free = 512 * mib;
    desk.goes_on(2s);
    EXPECT_EQ(judge_pressure(desk.session, desk.config, desk.now).level, Level::Uneasy);
    if (meanwhile)
        meanwhile(desk);
    desk.load.memory.swap_free -= mib_swapped * mib;
    desk.goes_on(100ms);
    return judge_pressure(desk.session, desk.config, desk.now).level;
}

TEST(JudgePressure, SwappingOutIsAShortageUnlessMuchRoomIsLeft)
{
    EXPECT_EQ(after_swapping(240, 5), Level::High);
    EXPECT_EQ(after_swapping(240, 4), Level::Uneasy);
    EXPECT_EQ(after_swapping(250, 5), Level::Uneasy)
        << "the kernel makes room in time; a quarter of memory is left";
    EXPECT_EQ(after_swapping(500, 100), Level::Uneasy);
}

/// Sampling has just begun. The share of the time in which all stall, and what is swapped out.
Level after_the_first(Duration time, double stalled, std::uint64_t mib_swapped)
{
    PressedDesk desk;
    desk.config.response = Response::Warn;
    desk.load.memory.active_file = 0;
    desk.load.memory.available = 240 * mib;
    desk.load.memory.swap_total = desk.load.memory.swap_free = 512 * mib;
    desk.trigger();
    desk.goes_on(100ms);
    desk.load.system_memory_some = stalled;
    desk.load.memory.swap_free -= mib_swapped * mib;
    desk.goes_on(time);
    return judge_pressure(desk.session, desk.config, desk.now).level;
}

TEST(JudgePressure, SwapTakenSinceTheFirstSampleCountsAtOnce)
{
    EXPECT_EQ(after_the_first(200ms, 0.11, 5), Level::High);
    EXPECT_EQ(after_the_first(200ms, 0.11, 4), Level::Calm);
}

TEST(JudgePressure, TwoSamplesShowABadStall)
{
    EXPECT_EQ(after_the_first(100ms, 0.31, 5), Level::High);
    EXPECT_EQ(after_the_first(100ms, 0.29, 5), Level::Calm);
    EXPECT_EQ(after_the_first(100ms, 0.31, 4), Level::Calm) << "it is no shortage";
}

TEST(JudgePressure, WhatWePushOutOurselvesIsNoShortage)
{
    const App app{.id = "app", .unit = UnitId{77}, .name = {}, .process = {}, .window = {}};
    const auto slice = [&](bool answered) {
        return [app, answered](PressedDesk &desk) {
            desk.session.pressure.reclaim_began(app.unit, desk.now);
            if (answered)
                desk.session.pressure.reclaim_ended(app.unit, desk.now + 50ms);
        };
    };
    EXPECT_EQ(after_swapping(240, 48, slice(true)), Level::Uneasy)
        << "the kernel reclaims three times as much as requested";
    EXPECT_EQ(after_swapping(240, 48, slice(false)), Level::Uneasy)
        << "the reclaim is still running";
    const auto long_ago = [&](PressedDesk &desk) {
        slice(true)(desk);
        desk.goes_on(2s);
    };
    EXPECT_EQ(after_swapping(240, 48, long_ago), Level::High)
        << "the counterpart: this isn't Headroom's";
}

TEST(JudgePressure, Invariant7UnknownMemoryLeadsNoHigherThanUneasy)
{
    PressedDesk desk;
    desk.load = hanging();
    desk.background("hog", {.grows = 100 * mib});
    PressureSample blind{.system = GroupStalls{},
                         .compositor = {},
                         .focused = {},
                         .focused_unit = {},
                         .memory = {},
                         .units = {}};
    for (int i = 0; i < 30; ++i) {
        desk.passes(100ms);
        blind.system->memory.some = blind.system->memory.some.value_or(0us) + 90ms;
        blind.system->memory.full = blind.system->memory.some;
        desk.happens(event::PressureSampled{blind});
        EXPECT_THAT(desk.turns(), testing::Not(testing::Contains(testing::HasSubstr("freeze"))));
    }
    EXPECT_EQ(judge_pressure(desk.session, desk.config, desk.now).level, Level::Uneasy);
}

TEST(JudgePressure, WithoutPressureFiguresNothingIsKnown)
{
    PressedDesk desk;
    desk.cannot(Capability::Pressure);
    EXPECT_EQ(judge_pressure(desk.session, desk.config, desk.now).level, Level::Unknown);
    EXPECT_EQ(desk.turns(), Lines{"level unknown"});
}

TEST(JudgePressure, GoesBackAfterTwoCalmWindows)
{
    PressedDesk desk;
    desk.config.response = Response::Warn;
    desk.load = hanging();
    EXPECT_THAT(desk.goes_on(1s), testing::Contains("level high"));
    desk.load = low_on_memory();
    const Lines first = desk.goes_on(3900ms);
    EXPECT_THAT(first, testing::Not(testing::Contains(testing::StartsWith("level"))));
    EXPECT_EQ(judge_pressure(desk.session, desk.config, desk.now).now, Level::Calm)
        << "`now` is a separate figure";
    EXPECT_THAT(desk.goes_on(1s), testing::Contains("level calm"));
}

TEST(JudgePressure, LowAndGoneInAMomentIsHighBeforeAnythingStalls)
{
    // 90 of 1000 MiB are left. Shrinking by 44 MiB a second, they last 2.04 s; by 46 MiB, 1.96 s.
    // When hardly any memory is left, 20 s count.
    for (const auto &[left, a_second, level] :
         {std::tuple{90.0, 46.0, Level::High}, std::tuple{90.0, 44.0, Level::Calm},
          std::tuple{90.0, -46.0, Level::Calm}, std::tuple{39.0, 2.0, Level::High},
          std::tuple{39.0, 1.9, Level::Calm}, std::tuple{41.0, 2.1, Level::Calm},
          std::tuple{101.0, 90.0, Level::Calm}}) {
        PressedDesk desk;
        desk.config.response = Response::Warn;
        desk.load.memory.active_file = 0;
        for (int i = 10; i >= 0; --i) {
            desk.load.memory.available =
                static_cast<std::uint64_t>((left + a_second * i / 10) * static_cast<double>(mib));
            desk.goes_on(100ms);
        }
        EXPECT_EQ(judge_pressure(desk.session, desk.config, desk.now).level, level)
            << left << " MiB, " << a_second << " MiB a second";
    }
}

TEST(JudgePressure, PagesThatTheKernelCallsInactiveWhenItIsShortAreStillInUse)
{
    PressedDesk desk;
    desk.load.memory = {.total = 1000 * mib,
                        .available = 300 * mib,
                        .active_file = 250 * mib,
                        .swap_total = 0,
                        .swap_free = 0};
    desk.goes_on(1s);
    EXPECT_EQ(is_memory_low(desk.session, desk.config), true);
    desk.load.memory.active_file = 50 * mib;
    desk.goes_on(1s);
    EXPECT_EQ(is_memory_low(desk.session, desk.config), true);
    desk.goes_on(10s);
    EXPECT_EQ(is_memory_low(desk.session, desk.config), false) << "they have not been used again";
}

TEST(JudgePressure, SwapIsRoom)
{
    PressedDesk desk;
    desk.config.response = Response::Warn;
    desk.load.memory = {.total = 1000 * mib,
                        .available = 200 * mib,
                        .active_file = 0,
                        .swap_total = 500 * mib,
                        .swap_free = 500 * mib};
    for (int i = 0; i < 20; ++i) {
        desk.load.memory.available -= 8 * mib;
        desk.goes_on(100ms);
    }
    EXPECT_EQ(judge_pressure(desk.session, desk.config, desk.now).level, Level::Calm)
        << "40 MiB left, shrinking by 80 a second, but no stalls: 500 MiB of swap are free";
}

TEST(WatchPressure, LooksForAWhileWhenAnAppStarts)
{
    PressedDesk desk;
    const auto pace = [&] { return decide(desk.session, desk.config, desk.now).sample_every; };
    desk.turns();
    EXPECT_EQ(pace(), std::nullopt);
    desk.starting("app", /*has_desktop_file=*/true);
    desk.turns();
    EXPECT_EQ(pace(), 100ms);
    EXPECT_EQ(desk.again_at, desk.now + desk.config.limits.alert_lingers);
    desk.passes(desk.config.limits.alert_lingers);
    desk.turns();
    EXPECT_EQ(pace(), std::nullopt);
}

/// Seen in the virtual machine: one of two hogs was thawed. The next trigger fired when nothing was
/// left for the app in front.
TEST(WatchPressure, LooksForAWhileWhenAnAppGoesOn)
{
    PressedDesk desk;
    const auto pace = [&] { return decide(desk.session, desk.config, desk.now).sample_every; };
    const App app = desk.background("app");
    desk.happens(event::FreezeAsked{app.id, 1min});
    desk.turns();
    desk.passes(1h);
    desk.turns();
    EXPECT_EQ(desk.session.last_thaw, desk.now);
    EXPECT_EQ(pace(), 100ms);
    EXPECT_EQ(desk.again_at, desk.now + desk.config.limits.alert_lingers);
    desk.passes(desk.config.limits.alert_lingers);
    desk.turns();
    EXPECT_EQ(pace(), std::nullopt);
}

TEST(WatchPressure, LooksOnWhileMemoryFillsUp)
{
    for (const auto &[a_second, looks] :
         {std::pair{21U, true}, std::pair{19U, false}}) { // of 400 MiB
        PressedDesk desk;
        desk.load.memory.active_file = 0;
        for (unsigned i = 10 * 6; i > 0; --i) {
            desk.load.memory.available = (400 + a_second * (i - 1) / 10) * mib;
            desk.goes_on(100ms);
        }
        EXPECT_EQ(decide(desk.session, desk.config, desk.now).sample_every.has_value(), looks)
            << a_second;
    }
}

/// Each sample takes CPU time from the desktop on which the user is to press the button.
TEST(WatchPressure, LooksLessOftenOnceOnlyTheUserCanDoSomething)
{
    PressedDesk desk;
    const auto pace = [&] { return decide(desk.session, desk.config, desk.now).sample_every; };
    const App other = desk.background("other");
    desk.appetites[desk.front.unit] = {.grows = 80 * mib};
    desk.load = hanging();
    desk.goes_on(2s);
    ASSERT_TRUE(desk.session.notice);
    ASSERT_EQ(desk.session.notice->app, desk.front.id);
    EXPECT_EQ(pace(), desk.config.limits.sample_no_freeze);
    desk.session.notice->app = "";
    EXPECT_EQ(pace(), desk.config.limits.sample_critical) << "no app is known that takes it";
    desk.session.notice->app = other.id;
    EXPECT_EQ(pace(), desk.config.limits.sample_critical) << "it is about another app";
    desk.config.rules[other.id] = AppRule::Never;
    EXPECT_EQ(pace(), desk.config.limits.sample_critical) << "which may not be frozen either";
    desk.session.notice->app = desk.front.id;
    desk.session.notice->frozen = true;
    EXPECT_EQ(pace(), desk.config.limits.sample_critical) << "it is about what was done";
    desk.session.notice->frozen = false;
    desk.config.rules[desk.front.id] = AppRule::Never;
    EXPECT_EQ(pace(), desk.config.limits.sample_no_freeze);
    desk.session.notice.reset();
    EXPECT_EQ(pace(), desk.config.limits.sample_critical) << "the user has not been warned";
}

/// Otherwise the level would be calm on a machine that hangs, and queued commands would start.
TEST(WatchPressure, LooksLessOftenIfNothingIsDoneAboutIt)
{
    PressedDesk desk;
    const auto pace = [&] { return decide(desk.session, desk.config, desk.now).sample_every; };
    desk.config.response = Response::Off;
    desk.trigger();
    EXPECT_EQ(pace(), desk.config.limits.sample_no_freeze);
    desk.background("org.example.hog", {.grows = 80 * mib});
    desk.load = hanging();
    desk.goes_on(2s);
    ASSERT_EQ(desk.session.level, Level::High);
    EXPECT_EQ(pace(), desk.config.limits.sample_no_freeze);
}

TEST(JudgePressure, OneStallOfAWindowThatIsTooShortIsNoShare)
{
    PressedDesk desk;
    desk.load = hanging();
    desk.load.ui_memory_some = desk.load.system_memory_some = 0.29;
    EXPECT_EQ(desk.goes_on(200ms), Lines{})
        << "the first two samples are 100 ms apart, and the window for this is twice as long";
    EXPECT_THAT(desk.goes_on(100ms), testing::Contains("level high"));
}

TEST(JudgePressure, FocusThatMovesBringsNoTotalsOfAnother)
{
    PressedDesk desk;
    PressureSample sample{.system = {},
                          .compositor = {},
                          .focused = GroupStalls{},
                          .focused_unit = UnitId{1},
                          .memory = hanging().memory,
                          .units = {}};
    sample.focused->memory = {0us, 0us};
    for (int i = 0; i < 10; ++i) {
        desk.passes(100ms);
        sample.focused_unit = {static_cast<std::uint64_t>(1 + i % 2)};
        sample.focused->memory.some = i % 2 == 0 ? 0us : 3600s;
        desk.happens(event::PressureSampled{sample});
        EXPECT_EQ(judge_pressure(desk.session, desk.config, desk.now).now, Level::Calm);
    }
}

TEST(WatchPressure, QuietUntilATriggerThenEvery100MillisecondsThenQuietAgain)
{
    PressedDesk desk;
    const auto pace = [&] { return decide(desk.session, desk.config, desk.now).sample_every; };
    EXPECT_EQ(pace(), std::nullopt);
    desk.trigger();
    EXPECT_EQ(pace(), 100ms);
    desk.goes_on(3900ms);
    EXPECT_EQ(pace(), 100ms);
    desk.goes_on(100ms);
    EXPECT_EQ(pace(), std::nullopt) << "two windows without a stall";
}

TEST(WatchPressure, StallsKeepItAwakeAndBadOnesHurryIt)
{
    PressedDesk desk;
    desk.config.response = Response::Warn;
    const auto pace = [&] { return decide(desk.session, desk.config, desk.now).sample_every; };
    desk.trigger();
    desk.load.system_memory_some = 0.006;
    desk.goes_on(30s);
    EXPECT_EQ(pace(), 100ms);
    desk.load.system_memory_some = 0.004;
    desk.goes_on(5s);
    EXPECT_EQ(pace(), std::nullopt);
    desk.load = hanging();
    desk.goes_on(1s);
    EXPECT_EQ(pace(), 50ms);
}

/// Two samples, a second apart, in which a million bytes are taken.
TEST(JudgePressure, ATimeThatWouldBeShownAsNoneIsPutIntoWords)
{
    for (const auto &[left, said] : {std::pair{50'000U, "memory will run out in 0.1 s"},
                                     std::pair{49'999U, "all memory is in use"}}) {
        Desk desk;
        for (const unsigned available : {1'000'000U + left, left}) {
            desk.passes(1s);
            PressureSample sample;
            sample.memory = MemoryLevel{.total = 1000 * mib,
                                        .available = available,
                                        .active_file = 0,
                                        .swap_total = 0,
                                        .swap_free = 0};
            desk.happens(event::PressureSampled{sample});
        }
        EXPECT_EQ(judge_pressure(desk.session, desk.config, desk.now).because.in_english(), said);
    }
}

TEST(JudgePressure, MemoryIsCalmIfNoSampleOfThatTimeShowsAShortage)
{
    Desk desk;
    PressureSample sample;
    sample.system = GroupStalls{};
    sample.system->memory.some = 0us;
    const auto sampled = [&](Duration later, Duration stalled) {
        desk.passes(later);
        sample.system->memory.some = sample.system->memory.some.value_or(0us) + stalled;
        desk.happens(event::PressureSampled{sample});
    };
    const auto is_calm = [&](Duration lasting) {
        return memory_is_calm(desk.session, desk.config, lasting, desk.now);
    };
    sampled(1s, 0us);
    EXPECT_FALSE(is_calm(1us)) << "the samples don't reach back so far";
    desk.passes(3s);
    EXPECT_TRUE(is_calm(3s)) << "to the very first one";
    desk.passes(1us);
    EXPECT_FALSE(is_calm(3s)) << "none shows the present";
    sampled(1s, 900ms);
    sampled(1s, 0us);
    EXPECT_FALSE(is_calm(1s));
    EXPECT_TRUE(is_calm(1s - 1us)) << "it was short before that";
}

} // namespace

} // namespace headroom
