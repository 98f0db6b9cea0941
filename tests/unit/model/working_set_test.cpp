// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/working_set.h"

#include <gtest/gtest.h>

namespace headroom {

namespace {

using namespace std::chrono_literals;

constexpr TimePoint start{1000s};
constexpr std::uint64_t mib = 1ULL << 20U;

UnitMemory look(std::optional<std::uint64_t> current, std::optional<Duration> memory = 0us,
                std::optional<Duration> io = 0us)
{
    return {.unit = {1},
            .current = current,
            .memory_stalled = memory,
            .io_stalled = io,
            .marked_exempt = false};
}

TEST(WorkingSet, OneLookSaysNothingOfStalls)
{
    WorkingSet set;
    set.add(look(mib), start);
    EXPECT_EQ(set.stalled(), std::nullopt);
    EXPECT_EQ(set.current(), mib);
    EXPECT_EQ(set.unchanged_for(), 0s);
}

TEST(WorkingSet, TheWorseOfTheLastLookAndOfAMinuteCounts)
{
    WorkingSet set;
    set.add(look(mib), start);
    set.add(look(mib, 60ms), start + 6s);
    EXPECT_DOUBLE_EQ(set.stalled().value(), 0.01);
    set.add(look(mib, 60ms), start + 12s);
    EXPECT_DOUBLE_EQ(set.stalled().value(), 0.005) << "over all that is kept";
    for (int i = 3; i <= 10; ++i)
        set.add(look(mib, 60ms), start + i * 6s);
    EXPECT_DOUBLE_EQ(set.stalled().value(), 0.001) << "over a minute";
    set.add(look(mib, 60ms), start + 66s);
    EXPECT_DOUBLE_EQ(set.stalled().value(), 0) << "more than a minute ago";
    set.add(look(mib, 120ms), start + 72s);
    EXPECT_DOUBLE_EQ(set.stalled().value(), 0.01) << "a rise is seen immediately";
}

TEST(WorkingSet, WaitingForTheDiskCounts)
{
    WorkingSet set;
    set.add(look(mib, 0us, 1s), start);
    set.add(look(mib, 6ms, 1s + 120ms), start + 6s);
    EXPECT_DOUBLE_EQ(set.stalled().value(), 0.02);
}

TEST(WorkingSet, WithoutASliceAtThreeLooksItIsHeldBack)
{
    WorkingSet set;
    set.add(look(mib), start);
    set.asked_for(4096, false);
    TimePoint now = start;
    for (const bool held_back : {false, false, true, true}) {
        set.add(look(mib), now += 6s);
        EXPECT_EQ(set.held_back(), held_back) << (now - start).count();
    }
    set.asked_for(4096, false);
    EXPECT_FALSE(set.held_back());
    set.asked_for(4096, true);
    EXPECT_TRUE(set.held_back());
}

TEST(WorkingSet, OfWhichNoSliceWasEverTakenIsHeldBackFromTheThirdLookOn)
{
    WorkingSet set;
    for (const int number : {1, 2, 3, 4}) {
        set.add(look(mib), start + number * 6s);
        EXPECT_EQ(set.held_back(), number >= 3) << number;
    }
}

TEST(WorkingSet, Invariant7UnknownIsNotZero)
{
    struct Row {
        UnitMemory before, after;
    };
    for (const Row &row :
         {Row{look(mib), look(mib, std::nullopt)}, Row{look(mib, std::nullopt), look(mib)},
          Row{look(mib), look(mib, 0us, std::nullopt)}, Row{look(mib, 5ms), look(mib, 4ms)}}) {
        WorkingSet set;
        set.add(row.before, start);
        set.add(row.after, start + 6s);
        EXPECT_EQ(set.stalled(), std::nullopt);
    }
}

TEST(WorkingSet, AGapBeginsAnew)
{
    WorkingSet set;
    set.add(look(mib), start);
    set.add(look(mib), start + WorkingSet::longest_gap);
    EXPECT_TRUE(set.stalled());
    EXPECT_EQ(set.unchanged_for(), WorkingSet::longest_gap);
    set.add(look(mib), start + 2 * WorkingSet::longest_gap + 1us);
    EXPECT_EQ(set.stalled(), std::nullopt);
    EXPECT_EQ(set.unchanged_for(), 0s);
}

TEST(WorkingSet, ItBecomesSmallerByAHundredth)
{
    WorkingSet set;
    set.add(look(1000 * mib), start);
    set.add(look(990 * mib + 1), start + 6s);
    EXPECT_EQ(set.unchanged_for(), 6s);
    set.add(look(990 * mib), start + 12s);
    EXPECT_EQ(set.unchanged_for(), 0s);
    set.add(look(1100 * mib), start + 18s);
    set.add(look(985 * mib), start + 24s);
    EXPECT_EQ(set.unchanged_for(), 12s) << "what it took meanwhile is no gain";
    set.add(look(std::nullopt), start + 30s);
    EXPECT_EQ(set.unchanged_for(), 18s);
    set.add(look(980 * mib), start + 36s);
    EXPECT_EQ(set.unchanged_for(), 0s);
}

TEST(WorkingSet, WhatWasUnknownIsMeasuredFromWhenItIsKnown)
{
    WorkingSet set;
    set.add(look(std::nullopt), start);
    set.add(look(std::nullopt), start + 6s);
    EXPECT_EQ(set.unchanged_for(), 6s);
    set.add(look(mib), start + 12s);
    EXPECT_EQ(set.unchanged_for(), 0s);
}

TEST(WorkingSet, ASecondLookAtTheSameMomentReplacesTheFirst)
{
    WorkingSet set;
    set.add(look(mib, 0us), start);
    set.add(look(mib, 60ms), start);
    EXPECT_EQ(set.stalled(), std::nullopt);
    set.add(look(mib, 60ms), start + 6s);
    EXPECT_EQ(set.stalled(), 0.0);
}

TEST(WorkingSet, WhatWasUnknownAtTheLastLookIsUnknown)
{
    WorkingSet set;
    set.add(look(mib, 0us), start);
    set.add(look(mib, {}), start + 6s);
    set.add(look(mib, 0us), start + 12s);
    EXPECT_EQ(set.stalled(), std::nullopt);
}

TEST(WorkingSet, WhatWasAskedForCountsSinceItBecameSmaller)
{
    WorkingSet set;
    set.add(look(1000), start);
    EXPECT_EQ(set.used(), 1000U);
    EXPECT_FALSE(set.held_back());
    set.asked_for(30, true);
    set.asked_for(4, false);
    set.add(look(999), start + 6s);
    EXPECT_EQ(set.asked(), 34U);
    EXPECT_TRUE(set.held_back());
    set.add(look(900), start + 12s);
    EXPECT_EQ(set.asked(), 0U);
    EXPECT_FALSE(set.held_back());
    set.add(look(800), start + 1h);
    EXPECT_EQ(set.used(), 1000U) << "before all slices";
}

TEST(WorkingSet, TheFirstLookIsWhatItUsed)
{
    WorkingSet set;
    set.add(look(std::nullopt), start);
    set.add(look(7), start + 6s);
    EXPECT_EQ(set.used(), std::nullopt) << "some of it may have gone before";
}

TEST(WorkingSet, WhatHasGrownWhileItWasNotLookedAtUsedMore)
{
    WorkingSet set;
    set.add(look(50), start);
    set.add(look(200), start + 6s);
    EXPECT_EQ(set.used(), 50U);
    set.add(look(300), start + 1h);
    EXPECT_EQ(set.used(), 300U);
    set.add(look(100), start + 2h);
    EXPECT_EQ(set.used(), 300U);
}

TEST(WorkingSet, ThePaceFollowsWhatComesBack)
{
    WorkingSet set;
    TimePoint now = start;
    const auto returns = [&](std::optional<std::uint64_t> bytes) {
        UnitMemory seen = look(mib);
        seen.returned = bytes;
        set.add(seen, now += 6s);
        return set.pace();
    };
    EXPECT_EQ(returns(0), 1);
    EXPECT_FALSE(set.came_back()) << "one look shows no change";
    EXPECT_EQ(returns(5000), 1) << "nothing was asked for";
    EXPECT_FALSE(set.came_back());
    set.asked_for(1000, false);
    EXPECT_EQ(returns(5499), 2);
    EXPECT_FALSE(set.came_back());
    set.asked_for(1000, false);
    EXPECT_EQ(returns(5500), WorkingSet::fastest);
    set.asked_for(1000, false);
    EXPECT_EQ(returns(6000), 1);
    set.asked_for(1000, false);
    EXPECT_EQ(returns(6500), 0.5);
    EXPECT_TRUE(set.came_back());
    EXPECT_EQ(returns(9000), 0.5);
    EXPECT_FALSE(set.came_back()) << "nothing was asked for";
    set.asked_for(1000, false);
    EXPECT_EQ(returns(std::nullopt), 0.5) << "invariant 7";
    set.asked_for(1000, false);
    EXPECT_EQ(returns(0), 0.5);
    set.asked_for(1000, false);
    EXPECT_EQ(returns(1000), 0.25);
    set.asked_for(1000, false);
    EXPECT_EQ(returns(2000), WorkingSet::slowest);
    set.asked_for(1000, false);
    EXPECT_EQ(returns(1), 0.5) << "a total that shrinks is of something else";
}

} // namespace

} // namespace headroom
