// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/pressure_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// What is derived from a few samples, on both sides of every limit.
namespace headroom {

namespace {

using namespace std::chrono_literals;
using namespace testing;

constexpr std::uint64_t mib = 1ULL << 20U;
constexpr TimePoint start{100s};
constexpr TimePoint ever{Duration::min()};
constexpr UnitId hog{7};
constexpr UnitId other{8};

MemoryLevel level(std::uint64_t available, std::uint64_t swap_free = 0,
                  std::uint64_t active_file = 0)
{
    return {.total = 1000 * mib,
            .available = available * mib,
            .active_file = active_file * mib,
            .swap_total = 500 * mib,
            .swap_free = swap_free * mib};
}

/// A sample of the time that the system has stalled for memory since boot.
PressureSample stalls(Duration some, Duration full = 0us)
{
    PressureSample sample;
    sample.system =
        GroupStalls{.cpu = {some * 2, 0us}, .io = {some * 3, 0us}, .memory = {some, full}};
    return sample;
}

PressureSample has(std::optional<MemoryLevel> memory)
{
    PressureSample sample;
    sample.memory = memory;
    return sample;
}

PressureSample holds(std::optional<std::uint64_t> held, UnitId unit = hog)
{
    PressureSample sample;
    sample.units.push_back(
        {.unit = unit, .held = held, .scanned = {}, .refaults = {}, .cpu = {}, .io = {}});
    return sample;
}

/// The share of time that the system stalled for memory over a window, as seen at `at`.
std::optional<double> some(const PressureHistory &history, Duration window, TimePoint at,
                           TimePoint not_before = ever)
{
    return history.stalled({StallGroup::System, Resource::Memory, StallKind::Some}, window, at,
                           not_before);
}

TEST(PressureHistory, NothingIsKnownOfWhatNobodyLookedAt)
{
    PressureHistory history;
    EXPECT_EQ(history.last_at(), std::nullopt);
    EXPECT_THAT(history.times(), IsEmpty());
    EXPECT_EQ(some(history, 1s, start), std::nullopt);
    EXPECT_EQ(history.memory(start), std::nullopt);
    EXPECT_EQ(history.slack(start), std::nullopt);
    EXPECT_EQ(history.room(start), std::nullopt);
    EXPECT_EQ(history.time_left(start, 1s, 0s, ever), std::nullopt);
    EXPECT_EQ(history.swapped_out(start, 1s), std::nullopt);
    EXPECT_EQ(history.growth(start).over, 0us);
    EXPECT_EQ(history.use(hog), nullptr);
    history.add(has(level(500)), start);
    EXPECT_EQ(history.memory(start - 1us), std::nullopt) << "that was before";
    EXPECT_EQ(history.memory(start), level(500));
    EXPECT_EQ(history.memory(start + 1h), level(500)) << "the newest one at or before it";
}

TEST(PressureHistory, AStallIsAShareOfTheTimeBetweenTwoSamples)
{
    PressureHistory history;
    history.add(stalls(0us), start);
    history.add(stalls(20ms, 10ms), start + 100ms);
    history.add(stalls(70ms, 20ms), start + 200ms);
    EXPECT_EQ(some(history, 100ms, start + 200ms), 0.5);
    EXPECT_EQ(some(history, 200ms, start + 200ms), 0.35);
    EXPECT_EQ(some(history, 101ms, start + 200ms), 0.35) << "the newest one that is old enough";
    EXPECT_EQ(some(history, 201ms, start + 200ms), std::nullopt) << "none is so old";
    EXPECT_EQ(some(history, 100ms, start + 199ms), 0.2) << "as of the sample before";
    EXPECT_EQ(some(history, 0ms, start + 200ms), std::nullopt) << "no time at all";
    const auto of = [&](Resource resource, StallKind kind) {
        return history.stalled({StallGroup::System, resource, kind}, 200ms, start + 200ms, ever);
    };
    EXPECT_EQ(of(Resource::Memory, StallKind::Full), 0.1);
    EXPECT_EQ(of(Resource::Cpu, StallKind::Some), 0.7);
    EXPECT_EQ(of(Resource::Io, StallKind::Some), 1.05);
    EXPECT_EQ(history.stalled({StallGroup::Compositor, Resource::Memory, StallKind::Some}, 200ms,
                              start + 200ms, ever),
              std::nullopt)
        << "no sample has it";
}

TEST(PressureHistory, WhatWasBeforeDoesNotCountWhereItMustNot)
{
    PressureHistory history;
    history.add(stalls(0us), start);
    history.add(stalls(10ms), start + 100ms);
    EXPECT_EQ(some(history, 100ms, start + 100ms, start), 0.1);
    EXPECT_EQ(some(history, 100ms, start + 100ms, start + 1us), std::nullopt);
}

TEST(PressureHistory, WhatIsToldOnceOrGoesBackIsUnknown)
{
    PressureHistory history;
    history.add(stalls(10ms), start);
    history.add({}, start + 100ms);
    EXPECT_EQ(some(history, 100ms, start + 100ms), std::nullopt);
    history.add(stalls(9ms), start + 200ms);
    EXPECT_EQ(some(history, 200ms, start + 200ms), std::nullopt)
        << "a counter that falls has been replaced";
    EXPECT_EQ(some(history, 100ms, start + 200ms), std::nullopt);
    history.add(stalls(9ms), start + 300ms);
    EXPECT_EQ(some(history, 100ms, start + 300ms), 0.0);
}

TEST(PressureHistory, TheFocusedAppIsComparedWithItselfAlone)
{
    PressureHistory history;
    const auto in_front = [](Duration stalled, UnitId unit) {
        PressureSample sample = stalls(0us);
        sample.focused = GroupStalls{.cpu = {}, .io = {}, .memory = {stalled, 0us}};
        sample.compositor = GroupStalls{.cpu = {}, .io = {}, .memory = {stalled / 2, 0us}};
        sample.focused_unit = unit;
        return sample;
    };
    const auto stalled = [&](StallGroup group, TimePoint at) {
        return history.stalled({group, Resource::Memory, StallKind::Some}, 100ms, at, ever);
    };
    history.add(in_front(0us, hog), start);
    history.add(in_front(50ms, hog), start + 100ms);
    history.add(in_front(90ms, other), start + 200ms);
    EXPECT_EQ(stalled(StallGroup::Focused, start + 100ms), 0.5);
    EXPECT_EQ(stalled(StallGroup::Focused, start + 200ms), std::nullopt);
    EXPECT_EQ(stalled(StallGroup::Compositor, start + 200ms), 0.2)
        << "the compositor stays the same";
}

TEST(PressureHistory, AGapTearsIt)
{
    PressureHistory history;
    history.add(stalls(0us), start);
    history.add(stalls(1s), start + 5s);
    EXPECT_EQ(some(history, 5s, start + 5s), 0.2);
    history.add(stalls(2s), start + 10s + 1us);
    EXPECT_THAT(history.times(), ElementsAre(start + 10s + 1us)) << "older samples no longer count";
    history.add(stalls(2s), start + 10s + 1us);
    EXPECT_THAT(history.times(), SizeIs(1)) << "nor do they count if the clock doesn't advance";
}

/// A sample has only what changed, so an idle unit is in none after the gap.
TEST(PressureHistory, WhatWasIdleInAGapHasNotGrownByAllThatItHolds)
{
    PressureHistory history;
    PressureSample first = holds(4096 * mib, other);
    first.units.push_back(holds(10 * mib).units.front());
    history.add(first, start);
    const TimePoint back = start + 10s;
    history.add(holds(20 * mib), back);
    history.add(holds(1044 * mib), back + 1s);
    history.add(holds(4097 * mib, other), back + 2s);
    const Growth growth = history.growth(back);
    ASSERT_THAT(growth.units, SizeIs(2));
    EXPECT_EQ(growth.units[0].unit, hog);
    EXPECT_EQ(growth.units[0].held, 1024 * mib);
    EXPECT_EQ(growth.units[1].held, 1 * mib) << "of 4 GiB that it held before";
    EXPECT_EQ(growth.units[1].climbed, 1 * mib);
}

TEST(PressureHistory, WhatAUnitGaveBackInAGapIsNoHabit)
{
    PressureHistory history;
    history.add(holds(2000 * mib), start);
    history.add(holds(2000 * mib), start + 1s);
    const TimePoint back = start + 1h;
    history.add(holds(200 * mib), back);
    history.add(holds(500 * mib), back + 1s);
    const Growth growth = history.growth(back);
    ASSERT_EQ(growth.units.size(), 1U);
    EXPECT_EQ(growth.units[0].gave_back, 0U);
    EXPECT_EQ(growth.units[0].climbed, 300 * mib);
}

TEST(PressureHistory, TenSecondsAreKept)
{
    PressureHistory history;
    for (const Duration at : {0s, 4s, 8s, 10s})
        history.add(holds(static_cast<std::uint64_t>(at / 1s)), start + at);
    EXPECT_THAT(history.times(), SizeIs(4));
    EXPECT_EQ(history.growth(start).over, 10s);
    history.add(holds(11), start + 10s + 1us);
    EXPECT_THAT(history.times(),
                ElementsAre(start + 4s, start + 8s, start + 10s, start + 10s + 1us));
    EXPECT_EQ(history.growth(start).over, 6s + 1us);
}

TEST(PressureHistory, SlackIsWhatNobodyHoldsNorUses)
{
    PressureHistory history;
    history.add(has(level(500, 100, 300)), start);
    EXPECT_EQ(history.slack(start), 200 * mib);
    EXPECT_EQ(history.room(start), 300 * mib);
    history.add(has(level(400, 100, 100)), start + 1s);
    EXPECT_EQ(history.slack(start + 1s), 100 * mib)
        << "under pressure the kernel moves active pages to the inactive list: the highest value "
           "counts";
    EXPECT_EQ(history.slack(start), 200 * mib);
    history.add(has(level(250, 50, 350)), start + 2s);
    EXPECT_EQ(history.slack(start + 2s), 0U) << "more is in use than available";
    EXPECT_EQ(history.room(start + 2s), 50 * mib);
    EXPECT_EQ(history.slack(start + 1s), 100 * mib) << "later samples were not known then";
    history.add({}, start + 3s);
    EXPECT_EQ(history.slack(start + 3s), std::nullopt);
    EXPECT_EQ(history.room(start + 3s), std::nullopt);
}

TEST(PressureHistory, OfActivePagesThoseAreInUseThatProgramsMap)
{
    PressureHistory history;
    auto slack = [&, at = start](std::uint64_t active, std::uint64_t mapped) mutable {
        MemoryLevel memory = level(500, 0, active);
        memory.mapped = mapped * mib;
        history.add(has(memory), at += 1s);
        return history.slack(at).value_or(0) / mib;
    };
    EXPECT_EQ(slack(100, 50), 450U);
    EXPECT_EQ(slack(100, 150), 400U) << "a page that was mapped and not used since";
    EXPECT_EQ(slack(100, 50), 400U) << "what was in use a moment ago still is";
    EXPECT_EQ(slack(300, 200), 300U);
}

TEST(PressureHistory, SlackOfAMomentStaysWhatItWas)
{
    PressureHistory history;
    history.add(has(level(500, 100, 300)), start);
    history.add(has(level(500, 100, 100)), start + 5s);
    history.add(has(level(500, 100, 100)), start + 9s);
    history.add(has(level(500, 100, 100)), start + 10s + 1us);
    EXPECT_EQ(history.slack(start + 5s), 200 * mib)
        << "the first sample counted then, and is gone since";
    EXPECT_EQ(history.slack(start + 10s + 1us), 400 * mib);
}

TEST(PressureHistory, HowLongTheRoomWillLast)
{
    PressureHistory history;
    history.add(has(level(500, 100)), start);
    history.add(has(level(460, 90)), start + 1s); // 50 MiB a second
    EXPECT_EQ(history.time_left(start + 1s, 1s, 1s, ever), 11s);
    EXPECT_EQ(history.time_left(start + 1s, 1s, 1s + 1us, ever), std::nullopt)
        << "too short an interval";
    EXPECT_EQ(history.time_left(start + 1s, 1s + 1us, 0s, ever), std::nullopt)
        << "no sample is so old";
    history.add(has(level(450, 90)), start + 2s);
    EXPECT_EQ(history.time_left(start + 2s, 2s, 1s, ever), 18s) << "30 MiB a second over both";
    EXPECT_EQ(history.time_left(start + 2s, 2s, 1s, start + 1s), 54s)
        << "10 MiB a second since then";
    EXPECT_EQ(history.time_left(start + 2s, 2s, 1s, start + 1us), 54s);
    EXPECT_EQ(history.time_left(start + 2s, 2s, 1s, start + 1s + 1us), std::nullopt)
        << "only the last sample is after that";
    history.add(has(level(450, 90)), start + 3s);
    EXPECT_EQ(history.time_left(start + 3s, 1s, 0s, ever), std::nullopt) << "it doesn't shrink";
    history.add(has(level(460, 90)), start + 4s);
    EXPECT_EQ(history.time_left(start + 4s, 1s, 0s, ever), std::nullopt) << "it grows";
    history.add(has(std::nullopt), start + 5s);
    EXPECT_EQ(history.time_left(start + 5s, 1s, 0s, ever), std::nullopt);
}

TEST(PressureHistory, SwapThatOthersTook)
{
    PressureHistory history;
    history.add(has(level(500, 100)), start);
    history.add(has(level(500, 90)), start + 1s);
    history.add(has(level(500, 95)), start + 2s);
    EXPECT_EQ(history.swapped_out(start + 1s, 1s), 10 * mib);
    EXPECT_EQ(history.swapped_out(start + 2s, 1s), 0U) << "some came back";
    EXPECT_EQ(history.swapped_out(start + 2s, 2s), 5 * mib);
    EXPECT_EQ(history.swapped_out(start + 2s, 2s + 1us), 5 * mib) << "all that was seen of it";
    EXPECT_EQ(history.swapped_out(start, 1s), std::nullopt) << "one sample shows no change";
    history.add(has(std::nullopt), start + 3s);
    history.add(has(level(500, 95)), start + 4s);
    EXPECT_EQ(history.swapped_out(start + 3s, 1s), std::nullopt);
    EXPECT_EQ(history.swapped_out(start + 4s, 1s), std::nullopt);
}

TEST(PressureHistory, SwapThatMayBeOursIsUnknown)
{
    struct Row {
        const char *why;
        Duration from;
        std::optional<Duration> until;
        bool known;
    };
    for (const Row &row : {
             Row{"before", -2s, -1us, true},
             Row{"it ended as the time began", -2s, 0s, false},
             Row{"within", 100ms, 200ms, false},
             Row{"it goes on", -2s, std::nullopt, false},
             Row{"it began as the time ended", 1s, std::nullopt, false},
             Row{"after", 1s + 1us, std::nullopt, true},
         }) {
        PressureHistory history;
        history.add(has(level(500, 100)), start);
        history.reclaim_began(hog, start + row.from);
        if (row.until)
            history.reclaim_ended(hog, start + *row.until);
        history.add(has(level(500, 90)), start + 1s);
        EXPECT_EQ(history.swapped_out(start + 1s, 1s),
                  row.known ? std::optional{10 * mib} : std::nullopt)
            << row.why;
    }
}

TEST(PressureHistory, APushEndsForTheUnitThatItIsOf)
{
    PressureHistory history;
    history.add(has(level(500, 100)), start);
    history.reclaim_began(hog, start);
    history.reclaim_began(other, start);
    history.reclaim_ended(hog, start + 100ms);
    history.forget_unit(hog);
    history.add(has(level(500, 100)), start + 1s);
    history.add(has(level(500, 90)), start + 2s);
    EXPECT_EQ(history.swapped_out(start + 2s, 1s), std::nullopt)
        << "the other unit's reclaim continues";
    history.reclaim_began(other, start + 500ms);
    history.forget_unit(other);
    EXPECT_EQ(history.swapped_out(start + 2s, 1s), 10 * mib) << "it belongs to no unit any more";
    EXPECT_EQ(history.swapped_out(start + 1s, 1s), std::nullopt)
        << "one that has ended counts at its time";
    for (int hours = 0; hours < 3; ++hours) {
        history.reclaim_began(hog, start + hours * 1h);
        history.reclaim_ended(hog, start + hours * 1h + 1s);
    }
    EXPECT_EQ(history.swapped_out(start + 1s, 1s), 0U)
        << "and is forgotten with the samples of its time";
}

TEST(PressureHistory, OfTwoPushesTheOneThatBeganLaterMayEndFirst)
{
    PressureHistory history;
    history.add(has(level(500, 100)), start);
    history.reclaim_began(hog, start);
    history.reclaim_began(other, start);
    history.reclaim_ended(other, start + 100ms);
    history.forget_unit(hog);
    history.add(has(level(500, 100)), start + 1s);
    history.add(has(level(500, 90)), start + 2s);
    EXPECT_EQ(history.swapped_out(start + 2s, 1s), 10 * mib) << "none is under way any more";
}

TEST(PressureHistory, AUnitHasOnePushAtATime)
{
    PressureHistory history;
    history.add(has(level(500, 100)), start);
    history.reclaim_began(hog, start);
    history.reclaim_began(hog, start + 10ms); // requested again: it isn't begun, and has no outcome
    history.reclaim_ended(hog, start + 100ms);
    history.add(has(level(500, 100)), start + 1s);
    history.add(has(level(500, 90)), start + 2s);
    EXPECT_EQ(history.swapped_out(start + 2s, 1s), 10 * mib);
}

TEST(PressureHistory, GrowthIsBetweenTheEnds)
{
    PressureHistory history;
    PressureSample sample = holds(100);
    sample.memory = level(500, 100);
    sample.units[0].scanned = 1;
    sample.units[0].refaults = 2;
    sample.units[0].cpu = 3us;
    sample.units[0].io = 4;
    history.add(sample, start);
    EXPECT_EQ(history.growth(start).over, 0us) << "one sample is not enough";
    sample.memory = level(480, 90);
    sample.units[0] = {
        .unit = hog, .held = 90, .scanned = 11, .refaults = 22, .cpu = 33us, .io = 44};
    history.add(sample, start + 1s);
    const Growth growth = history.growth(start);
    EXPECT_EQ(growth.over, 1s);
    EXPECT_EQ(growth.room_lost, 30 * mib);
    ASSERT_THAT(growth.units, SizeIs(1));
    EXPECT_EQ(growth.units[0].unit, hog);
    EXPECT_EQ(growth.units[0].held, -10);
    EXPECT_EQ(growth.units[0].climbed, 0U);
    EXPECT_EQ(growth.units[0].gave_back, 10U);
    EXPECT_EQ(growth.units[0].scanned, 10U);
    EXPECT_EQ(growth.units[0].refaults, 20U);
    EXPECT_EQ(growth.units[0].cpu, 30us);
    EXPECT_EQ(growth.units[0].io, 40U);
    EXPECT_EQ(history.growth(start - 1h).over, 1s) << "otherwise from the first";
    EXPECT_EQ(history.growth(start + 999ms).over, 1s) << "from the newest at or before";
    EXPECT_EQ(history.growth(start + 1s).over, 0s);
    history.add(has(level(490, 95)), start + 2s);
    EXPECT_EQ(history.growth(start + 1s).room_lost, 0U) << "there is more";
    history.add(has(std::nullopt), start + 3s);
    EXPECT_EQ(history.growth(start).room_lost, std::nullopt);
}

TEST(PressureHistory, AClimbIsFromTheLowestPoint)
{
    PressureHistory history;
    Duration at{};
    for (const std::uint64_t held : {100U, 150U, 40U, 90U, 80U}) {
        history.add(holds(held), start + at);
        at += 1s;
    }
    const auto growth = [&](Duration since) { return history.growth(start + since).units.at(0); };
    EXPECT_EQ(growth(0s).held, -20);
    EXPECT_EQ(growth(0s).climbed, 40U) << "above the 40";
    EXPECT_EQ(growth(2s).climbed, 40U);
    EXPECT_EQ(growth(3s).climbed, 0U);
    EXPECT_EQ(growth(3s).gave_back, 110U) << "the deepest fall in all samples that are kept";
}

TEST(PressureHistory, WhatWentUpAndDownBetweenTwoLooksCounts)
{
    PressureHistory history;
    Duration at{};
    // Every 40 ms. Growth merges samples that are less than 190 ms apart.
    for (const std::uint64_t held : {100U, 200U, 60U, 120U, 100U}) {
        history.add(holds(held), start + at);
        at += 40ms;
    }
    const UnitGrowth grown = history.growth(start).units.at(0);
    EXPECT_EQ(grown.climbed, 40U);
    EXPECT_EQ(grown.gave_back, 140U);
    history.add(holds(100), start + 189ms);
    EXPECT_EQ(history.growth(start + 189ms).over, 189ms) << "merged until 190 ms have passed";
    history.add(holds(100), start + 190ms);
    EXPECT_EQ(history.growth(start + 190ms).over, 0ms);
}

TEST(PressureHistory, AUnitThatAppearedHasTakenAllItHas)
{
    PressureHistory history;
    history.add(holds(10, other), start);
    history.add(holds(70), start + 1s);
    const Growth growth = history.growth(start);
    ASSERT_THAT(growth.units, SizeIs(1)) << "the other unit has not changed";
    EXPECT_EQ(growth.units[0].unit, hog);
    EXPECT_EQ(growth.units[0].held, 70);
    EXPECT_EQ(growth.units[0].climbed, 70U);
    EXPECT_EQ(growth.units[0].scanned, std::nullopt) << "no sample has it";
    ASSERT_NE(history.use(other), nullptr);
    EXPECT_EQ(history.use(other)->held, 10U);
    history.forget_unit(other);
    EXPECT_EQ(history.use(other), nullptr);
    EXPECT_THAT(history.growth(start).units, SizeIs(1));
}

TEST(PressureHistory, WhatIsNotToldHasNotGrown)
{
    PressureHistory history;
    history.add(holds(std::nullopt), start);
    history.add(holds(70), start + 1s);
    EXPECT_EQ(history.growth(start).units.at(0).held, std::nullopt);
    EXPECT_EQ(history.growth(start).units.at(0).climbed, std::nullopt);
    history.add(holds(std::nullopt), start + 2s);
    EXPECT_EQ(history.growth(start + 1s).units.at(0).held, std::nullopt);
    EXPECT_EQ(history.growth(start + 1s).units.at(0).gave_back, 0U);
}

TEST(PressureHistory, TheLastOfEachIsKept)
{
    PressureHistory history;
    EXPECT_EQ(history.last_trigger(), std::nullopt);
    EXPECT_EQ(history.last_start(), std::nullopt);
    history.stall_seen(start);
    history.app_started(start + 1s);
    EXPECT_EQ(history.last_trigger(), start);
    EXPECT_EQ(history.last_start(), start + 1s);
}

TEST(PressureHistory, WhatStaysAsItWasIsNotListed)
{
    PressureHistory history;
    history.add(holds(70), start);
    history.add(holds(70), start + 1s);
    EXPECT_THAT(history.growth(start).units, IsEmpty());
}

TEST(PressureHistory, OfAUnitThatIsGoneNothingHasGrown)
{
    PressureHistory history;
    history.add(holds(70), start);
    history.add(holds(80), start + 1s);
    history.forget_unit(hog);
    EXPECT_THAT(history.growth(start).units, IsEmpty());
}

TEST(PressureHistory, WhatIsMadeSinceBeganWithNothing)
{
    PressureHistory history;
    history.add({}, start);
    PressureSample sample;
    sample.units.push_back(
        {.unit = hog, .held = 1, .scanned = 2, .refaults = 3, .cpu = 4us, .io = 5});
    history.add(sample, start + 1s);
    const UnitGrowth grown = history.growth(start).units.at(0);
    EXPECT_EQ(grown.held, 1);
    EXPECT_EQ(grown.climbed, 1U);
    EXPECT_EQ(grown.scanned, 2U);
    EXPECT_EQ(grown.refaults, 3U);
    EXPECT_EQ(grown.cpu, 4us);
    EXPECT_EQ(grown.io, 5U);
}

TEST(PressureHistory, WhatNobodyAsksForIsForgottenOnceItIsOlder)
{
    PressureHistory history;
    history.add(holds(70), start);
    history.add(holds(80), start + 1s);
    history.forget_before(start + 1s);
    EXPECT_EQ(history.growth(start).over, 1s) << "the last sample is from exactly then";
    history.forget_before(start + 1s + 1us);
    EXPECT_EQ(history.growth(start).over, 0s);
}

TEST(PressureHistory, APushCountsAsLongAsTheSampleThatItTouchesIsKept)
{
    PressureHistory history;
    history.add(has(level(500, 100)), start);
    history.reclaim_began(hog, start - 2s);
    history.reclaim_ended(hog, start);
    for (const Duration at : {4s, 8s, 10s})
        history.add(has(level(500, 90)), start + at);
    EXPECT_EQ(history.swapped_out(start + 10s, 10s), std::nullopt);
}

TEST(PressureHistory, TheEndOfAPushIsOfTheOneThatGoesOn)
{
    PressureHistory history;
    history.add(has(level(500, 100)), start);
    history.reclaim_began(other, start);
    history.reclaim_began(hog, start);
    history.reclaim_ended(hog, start + 100ms); // not the other unit's, which began earlier
    history.reclaim_began(hog, start + 200ms);
    history.reclaim_ended(hog, start + 300ms); // not the first one again
    history.forget_unit(other);
    history.add(has(level(500, 100)), start + 1s);
    history.add(has(level(500, 90)), start + 2s);
    EXPECT_EQ(history.swapped_out(start + 2s, 1s), 10 * mib) << "all have ended";
}

TEST(PressureHistory, OfAUnitThatIsNewAllFiguresAreGrowth)
{
    PressureHistory history;
    history.add(holds(5, other), start);
    PressureSample with = holds(5, other);
    with.units.push_back(
        {.unit = hog, .held = 1, .scanned = 2, .refaults = 3, .cpu = 4us, .io = 5});
    history.add(with, start + 1s);
    const Growth growth = history.growth(start);
    ASSERT_EQ(growth.units.size(), 1U);
    const UnitGrowth &of = growth.units[0];
    EXPECT_EQ(of.held, 1);
    EXPECT_EQ(of.climbed, 1U);
    EXPECT_EQ(of.scanned, 2U);
    EXPECT_EQ(of.refaults, 3U);
    EXPECT_EQ(of.cpu, 4us);
    EXPECT_EQ(of.io, 5U);
}

/// Growth is asked for from a few moments on, so uses are kept for those, not for each sample.
TEST(PressureHistory, UsesAreKeptEvery190Milliseconds)
{
    const auto grown_since_the_second = [](Duration apart) {
        PressureHistory history;
        history.add(holds(10), start);
        history.add(holds(20), start + apart);
        history.add(holds(40), start + 1s);
        return history.growth(start + apart).units.at(0).held;
    };
    EXPECT_EQ(grown_since_the_second(190ms - 1us), 30) << "from the first on";
    EXPECT_EQ(grown_since_the_second(190ms), 20);
}

} // namespace

} // namespace headroom
