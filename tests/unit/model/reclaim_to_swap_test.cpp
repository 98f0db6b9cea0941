// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "gentle.h"
#include "policy/gentle_slices.h"
#include "policy/kept_in_memory.h"

#include <format>

// How full swap is, and what is written to it, limit gentle reclaim.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::HasSubstr;

TEST(ReclaimToSwap, SwapMustHaveRoom)
{
    struct Row {
        std::optional<MemoryLevel> memory;
        const char *sentence;
    };
    GentleDesk made;
    const auto with = [&](std::uint64_t total, std::uint64_t free) {
        MemoryLevel memory = *made.memory;
        memory.swap_total = total;
        memory.swap_free = free;
        return memory;
    };
    for (const Row &row : {Row{with(0, 0), "there is no swap"},
                           Row{with(1000 * mib, 200 * mib - 1), "less than 20 % of swap is free"},
                           Row{std::nullopt, "it isn't known how much swap there is"}}) {
        SCOPED_TRACE(row.sentence);
        GentleDesk desk;
        const auto fine = desk.memory;
        desk.goes_on(0s);
        desk.goes_on(6s);
        desk.memory = row.memory;
        EXPECT_EQ(desk.goes_on(1h), Lines{desk.end()});
        EXPECT_THAT(desk.session.last_reason.at("idle").in_english(), HasSubstr(row.sentence));
        EXPECT_EQ(desk.looks, 3U) << "and it isn't measured again and again";
        desk.memory = fine;
        const App other = desk.hidden("other");
        EXPECT_THAT(desk.goes_on(2min), Contains(desk.slice(hundredth)))
            << "another look has found that there is room again";
    }
    GentleDesk desk;
    desk.memory = with(1000 * mib, 200 * mib);
    desk.goes_on(0s);
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)}) << "a fifth is enough";
}

TEST(ReclaimToSwap, ItWaitsWhileOthersWriteMuchToADisk)
{
    GentleDesk desk;
    desk.swap_on_disk = true;
    desk.goes_on(0s);
    desk.swapped_out = 6'000'000;
    EXPECT_EQ(desk.goes_on(6s), Lines{}) << "1 MB a second";
    desk.swapped_out = *desk.swapped_out + 5'999'999;
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    desk.swapped_out = std::nullopt;
    EXPECT_EQ(desk.goes_on(6s), Lines{}) << "invariant 7";
    desk.swapped_out = 12'000'001;
    EXPECT_EQ(desk.goes_on(6s), Lines{}) << "it isn't known at both ends yet";
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
}

TEST(ReclaimToSwap, CompressedSwapWearsNothing)
{
    GentleDesk desk;
    desk.goes_on(0s);
    desk.swapped_out = 600'000'000;
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    desk.swapped_out = std::nullopt;
    EXPECT_EQ(desk.goes_on(6s), Lines{desk.slice(hundredth)});
    desk.swap_on_disk = std::nullopt;
    EXPECT_EQ(desk.goes_on(6s), Lines{}) << "invariant 7: it may be a disk";
}

TEST(ReclaimToSwap, WhatIsWrittenToADiskIsLimited)
{
    GentleDesk desk;
    desk.swap_on_disk = true;
    desk.goes_on(0s);
    desk.goes_on(6s);
    desk.session.reclaiming.at(desk.idle.unit).no_file_pages = true;
    const auto both = [&](std::uint64_t bytes) {
        return Lines{std::format("reclaim {} of {}", bytes / 4096 * 4096, desk.idle.name)};
    };
    EXPECT_EQ(desk.goes_on(6s), both(6'000'000));
    desk.swapped_out = *desk.swapped_out + 5'996'544; // what was asked for, in whole pages
    EXPECT_EQ(desk.goes_on(6s), both(6'000'000));
    desk.swapped_out = *desk.swapped_out + 5'996'544 + 3'000'000;
    EXPECT_EQ(desk.goes_on(6s), both(3'000'000)) << "others write, too";
    EXPECT_EQ(desk.goes_on(6s), both(hundredth)) << "nothing was written: zswap has it";
    const App other = desk.hidden("other");
    desk.passes(1min);
    desk.swapped_out = *desk.swapped_out + 1;
    EXPECT_EQ(desk.goes_on(0s), Lines{}) << "a gap";
    desk.swapped_out = *desk.swapped_out + 600;
    Lines lines = desk.goes_on(6s);
    EXPECT_THAT(lines, Contains(both(5'999'400)[0])) << "slices of file pages take nothing of it";
    desk.session.reclaiming.at(other.unit).no_file_pages = true;
    desk.swapped_out = *desk.swapped_out + 5'996'544;
    lines = desk.goes_on(6s);
    EXPECT_THAT(lines, Contains(both(3'000'000)[0])) << "each has its share";
    EXPECT_EQ(lines.size(), 2U);
}

TEST(ReclaimToSwap, HalfASliceIsHeldBack)
{
    GentleDesk desk;
    desk.swap_on_disk = true;
    for (const auto &[percent, held_back] : {std::pair{1.9, false}, {2.01, true}}) {
        desk.memories[desk.idle.unit].current =
            static_cast<std::uint64_t>(6'000'000 * percent * 100);
        desk.session.swap.reset();
        desk.session.working_sets.clear();
        desk.goes_on(0s);
        desk.passes(6s);
        desk.happens(event::WorkingSetsSeen{.units = {desk.memories[desk.idle.unit]},
                                            .memory = desk.memory,
                                            .swapped_out = 0,
                                            .swap_on_disk = true});
        desk.session.reclaiming[desk.idle.unit] = {.app = "idle", .no_file_pages = true};
        Wanted wanted;
        take_slices(desk.session, desk.config, {desk.idle.unit}, wanted);
        EXPECT_EQ(wanted.reclaims.at(desk.idle.unit).held_back, held_back) << percent;
    }
}

TEST(ReclaimToSwap, WhileMuchIsSwappedOutThatIsWhyItStays)
{
    GentleDesk desk;
    desk.swap_on_disk = true;
    desk.goes_on(0s);
    for (int i = 0; i < 110; ++i) {
        // so much that the last digit shows
        desk.swapped_out = *desk.swapped_out + 60'000'000'000'000;
        EXPECT_EQ(desk.goes_on(6s), Lines{});
    }
    EXPECT_EQ(in_english(kept_in_memory(desk.session, desk.config, calm, desk.idle.unit, desk.now)),
              "9536743.2 MiB a second are written to swap already");
}

} // namespace

} // namespace headroom
