// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/memory_use.h"

#include "model/app_need.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

using namespace std::chrono_literals;

constexpr Swaps only_zram{.zram = {.size = 100, .used = 1}, .disk = {.size = 100, .used = 0}};
constexpr Swaps only_disk{.zram = {.size = 100, .used = 0}, .disk = {.size = 100, .used = 1}};
constexpr Swaps both{.zram = {.size = 100, .used = 1}, .disk = {.size = 100, .used = 1}};

MemoryFigures figures()
{
    return {.current = 6000,
            .swapped = 100,
            .stat = {.inactive_file = 4000, .slab_reclaimable = 70, .zswap = 20, .zswapped = 60},
            .machine = only_disk,
            .measured = std::nullopt};
}

TEST(MemoryUse, AddsUpToWhatTheKernelStates)
{
    EXPECT_EQ(memory_use(figures()),
              (MemoryUse{.used = 6000,
                         .needed = 1930,
                         .slack = 4070,
                         .is_measured = false,
                         .swapped = 100,
                         .compressed = 60,
                         .zswap = 20}));
}

TEST(MemoryUse, WhatWasMeasuredIsNoEstimate)
{
    MemoryFigures measured = figures();
    measured.measured = {.bytes = 500, .of = 6000};
    MemoryUse use = memory_use(measured);
    EXPECT_TRUE(use.is_measured);
    EXPECT_EQ(use.needed, 500U);
    EXPECT_EQ(use.slack, 5500U);
    measured.measured = {.bytes = 7000, .of = 7000}; // it has become smaller since
    use = memory_use(measured);
    EXPECT_EQ(use.needed, 6000U);
    EXPECT_EQ(use.slack, 0U);
    measured.current = std::nullopt;
    use = memory_use(measured);
    EXPECT_EQ(use.needed, std::nullopt);
    EXPECT_EQ(use.slack, std::nullopt);
    EXPECT_FALSE(use.is_measured) << "it may hold far more by now";
}

TEST(MemoryUse, WhatWasMeasuredSaysNothingAboutAnAppThatHasGrownSince)
{
    MemoryFigures measured = figures();
    measured.measured = {.bytes = 500, .of = 9900};
    measured.current = 10890;
    EXPECT_EQ(memory_use(measured).needed, 500U);
    measured.current = 10891;
    const MemoryUse use = memory_use(measured);
    EXPECT_FALSE(use.is_measured);
    EXPECT_EQ(use.slack, 4070U);
    EXPECT_EQ(use.needed, 6821U);
}

TEST(MemoryUse, APartIsNeverMoreThanTheWhole)
{
    MemoryFigures early = figures();
    early.current = 3000; // memory.stat still has what is gone
    early.swapped = 50;
    early.stat.zswap = 3001;
    const MemoryUse use = memory_use(early);
    EXPECT_EQ(use.needed, 0U);
    EXPECT_EQ(use.slack, 3000U);
    EXPECT_EQ(use.compressed, 50U);
    EXPECT_EQ(use.zswap, 3000U);
}

TEST(MemoryUse, UnknownIsNotZero)
{
    MemoryFigures unknown = figures();
    unknown.stat.slab_reclaimable = std::nullopt;
    EXPECT_EQ(memory_use(unknown).needed, std::nullopt);
    EXPECT_EQ(memory_use(unknown).slack, std::nullopt);
    EXPECT_EQ(memory_use(unknown).used, 6000U);
    unknown = figures();
    unknown.current = std::nullopt;
    EXPECT_EQ(memory_use(unknown).needed, std::nullopt);
    EXPECT_EQ(memory_use(unknown).zswap, std::nullopt);
    unknown.swapped = std::nullopt;
    EXPECT_EQ(memory_use(unknown).compressed, std::nullopt);
}

TEST(MemoryUse, WhatOfItsSwapIsCompressed)
{
    MemoryFigures swapped = figures();
    const auto compressed = [&swapped] { return memory_use(swapped).compressed; };
    swapped.machine = only_zram;
    EXPECT_EQ(compressed(), 100U);
    swapped.machine = both;
    EXPECT_EQ(compressed(), std::nullopt) << "the kernel does not report which one";
    swapped.machine = std::nullopt;
    EXPECT_EQ(compressed(), std::nullopt);
    swapped.swapped = 0;
    EXPECT_EQ(compressed(), 0U) << "whatever the machine has";
    swapped = figures();
    swapped.stat.zswapped = swapped.stat.zswap = std::nullopt; // a kernel without zswap
    EXPECT_EQ(compressed(), 0U);
    EXPECT_EQ(memory_use(swapped).zswap, 0U);
}

TEST(MemoryUse, OfTwoUnits)
{
    const MemoryUse one = memory_use(figures());
    EXPECT_EQ(sum_of(one, one),
              (MemoryUse{.used = 12000,
                         .needed = 3860,
                         .slack = 8140,
                         .is_measured = false,
                         .swapped = 200,
                         .compressed = 120,
                         .zswap = 40}));
    MemoryFigures measured = figures();
    measured.measured = {.bytes = 500, .of = 6000};
    const MemoryUse other = memory_use(measured);
    EXPECT_FALSE(sum_of(one, other).is_measured) << "a part is estimated";
    EXPECT_TRUE(sum_of(other, other).is_measured);
    EXPECT_EQ(sum_of(one, MemoryUse{.used = 1}), (MemoryUse{.used = 6001}))
        << "unknown of one is unknown of both";
}

TEST(MemoryUse, FreeSwap)
{
    const auto left = [](std::uint64_t total, std::uint64_t free) {
        return has_free_swap({.swap_total = total, .swap_free = free}, 20);
    };
    EXPECT_FALSE(left(0, 0));
    EXPECT_FALSE(left(1000, 199));
    EXPECT_TRUE(left(1000, 200));
    EXPECT_TRUE(left(1, 1));
}

/// A set of 500 bytes that is looked at every six seconds.
struct Measured {
    WorkingSet set;
    TimePoint now{};
    Duration total{};
    std::uint64_t current = 500;

    void look(std::optional<Duration> stalled = Duration::zero())
    {
        now += 6s;
        total += stalled.value_or(Duration::zero());
        set.add({.unit = {},
                 .current = current,
                 .memory_stalled = stalled.transform([&](Duration) { return total; }),
                 .io_stalled = Duration::zero()},
                now);
    }
    [[nodiscard]] std::optional<std::uint64_t> need() const
    {
        return measured_need(set, GentleLimits{});
    }
};

TEST(MemoryUse, MeasuredIsWhatDidNotBecomeSmallerForTwoMinutes)
{
    Measured it;
    constexpr int looks = 21; // 120 s after the first one
    for (int number = 1; number <= looks; ++number) {
        it.look();
        it.set.asked_for(5, false);
        EXPECT_EQ(it.need().has_value(), number == looks) << number;
    }
    EXPECT_EQ(it.need(), 500U);
    it.look(std::nullopt);
    EXPECT_EQ(it.need(), std::nullopt) << "whether it stalls is unknown";
}

TEST(MemoryUse, WhatWasNotAskedForIsNotMeasured)
{
    Measured it;
    for (int number = 0; number < 30; ++number)
        it.look();
    EXPECT_EQ(it.need(), std::nullopt);
    it.set.asked_for(19, true);
    EXPECT_EQ(it.need(), std::nullopt) << "less than 4 %, and swap held it back";
    it.set.asked_for(1, false);
    EXPECT_EQ(it.need(), 500U);
}

TEST(MemoryUse, WhatStallsNeedsWhatItHas)
{
    for (const auto &[stalled, measured] :
         {std::pair{Duration{59ms}, false}, {60ms - 1us, false}, {60ms, true}}) {
        Measured it;
        it.look(stalled);
        it.current = 400; // a slice was reclaimed
        for (int number = 0; number < 30; ++number)
            it.look(stalled);
        EXPECT_EQ(it.need().has_value(), measured);
    }
}

/// An indexer waits for its own reading. Nothing was reclaimed, so nothing was measured.
TEST(MemoryUse, WhatStallsByItselfIsNotMeasured)
{
    Measured it;
    for (int number = 0; number < 30; ++number)
        it.look(1s);
    EXPECT_EQ(it.need(), std::nullopt);
    it.set.asked_for(1, true);
    EXPECT_EQ(it.need(), 500U) << "one small slice, and it stalls";
}

TEST(MemoryUse, WhereSwapHeldSlicesBackFourPercentAreEnough)
{
    Measured it;
    it.current = 5000;
    for (int number = 0; number < 30; ++number)
        it.look();
    it.set.asked_for(199, true);
    EXPECT_EQ(it.need(), std::nullopt);
    it.set.asked_for(1, true);
    EXPECT_EQ(it.need(), 5000U);
}

TEST(MemoryUse, WhereSwapHoldsNothingBackAnySliceIsEnough)
{
    Measured it;
    for (int number = 0; number < 30; ++number)
        it.look();
    it.set.asked_for(1, false);
    EXPECT_EQ(it.need(), 500U);
}

/// It may have held less before, so its stalls may be its own.
TEST(MemoryUse, WhatItUsedAtFirstIsUnknownSoNothingShowsThatItShrank)
{
    Measured it;
    it.now += 6s;
    it.set.add({.unit = {},
                .current = std::nullopt,
                .memory_stalled = Duration::zero(),
                .io_stalled = Duration::zero()},
               it.now);
    for (int number = 0; number < 30; ++number)
        it.look(1s);
    EXPECT_EQ(it.need(), std::nullopt);
}

TEST(MemoryUse, ASmallUnitNeedsAllThatItHas)
{
    const GentleLimits limits;
    const auto need = [&](std::uint64_t current) {
        WorkingSet set;
        set.add({.unit = {}, .current = current, .memory_stalled = {}, .io_stalled = {}},
                TimePoint{});
        return need_of_unit(set, limits);
    };
    EXPECT_EQ(need(limits.least), limits.least);
    EXPECT_EQ(need(limits.least + 1), std::nullopt) << "that has to be measured";
}

} // namespace
} // namespace headroom
