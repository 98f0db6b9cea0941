// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/gentle_slices.h"

#include "gentle.h"

namespace headroom {

namespace {

using namespace seen;

constexpr std::uint64_t room = 6'000'000U / 4096 * 4096; ///< on the disk, in six seconds
constexpr std::uint64_t half = 3'000'000U / 4096 * 4096;

/// What is taken after two looks with six seconds between, where swap is on a disk. In between,
/// `asked` bytes were to be reclaimed, and `out` were written by all.
std::map<UnitId, action::Reclaim> slices_on_disk(GentleDesk &desk, const std::set<UnitId> &units,
                                                 std::uint64_t asked = 0, std::uint64_t out = 0)
{
    desk.session.swap.reset();
    desk.session.working_sets.clear();
    const auto look = [&](std::uint64_t swapped_out) {
        desk.passes(6s);
        event::WorkingSetsSeen seen{
            .units = {}, .memory = desk.memory, .swapped_out = swapped_out, .swap_on_disk = true};
        for (const UnitId unit : units)
            seen.units.push_back(desk.memories.at(unit));
        desk.happens(seen);
    };
    look(0);
    desk.session.swap->asked = asked;
    look(out);
    Wanted wanted;
    take_slices(desk.session, desk.config, units, wanted);
    return wanted.reclaims;
}

void has_no_file_pages(GentleDesk &desk, const App &app)
{
    desk.session.reclaiming[app.unit] = {.app = app.id, .no_file_pages = true};
}

TEST(GentleSlices, ThoseOfFilePagesCountForNoShareOfTheDisk)
{
    GentleDesk desk;
    const App second = desk.hidden("second");
    const App files = desk.hidden("files");
    has_no_file_pages(desk, desk.idle);
    auto slices = slices_on_disk(desk, {desk.idle.unit, files.unit});
    EXPECT_EQ(slices.at(desk.idle.unit).bytes, room);
    EXPECT_FALSE(slices.at(desk.idle.unit).held_back);
    EXPECT_TRUE(slices.at(files.unit).file_pages_only);
    EXPECT_EQ(slices.at(files.unit).bytes, hundredth) << "it is not cut";
    EXPECT_FALSE(slices.at(files.unit).held_back);
    has_no_file_pages(desk, second);
    slices = slices_on_disk(desk, {desk.idle.unit, second.unit, files.unit});
    for (const UnitId unit : {desk.idle.unit, second.unit}) {
        EXPECT_EQ(slices.at(unit).bytes, half);
        EXPECT_TRUE(slices.at(unit).held_back);
    }
    EXPECT_EQ(slices.at(files.unit).bytes, hundredth);
}

TEST(GentleSlices, WhatASmallUnitLeavesOfItsShareGoesToNobody)
{
    GentleDesk desk;
    const App small = desk.hidden("small");
    desk.memories[small.unit].current = 101 * mib;
    has_no_file_pages(desk, desk.idle);
    has_no_file_pages(desk, small);
    const auto slices = slices_on_disk(desk, {desk.idle.unit, small.unit});
    EXPECT_EQ(slices.at(small.unit).bytes, mib) << "no unit is brought below the least";
    EXPECT_FALSE(slices.at(small.unit).held_back);
    EXPECT_EQ(slices.at(desk.idle.unit).bytes, half);
}

TEST(GentleSlices, HeldBackFromExactlyTwiceTheRoomOn)
{
    constexpr std::uint64_t pages_of_room = 600UL * 4096; // in six seconds
    struct Row {
        std::uint64_t current, bytes;
        bool held_back;
    };
    for (const Row &row :
         {Row{100 * pages_of_room, pages_of_room, false}, // just what there is room for
          Row{200 * pages_of_room - 1, pages_of_room, false}, // a page less than twice as much
          Row{200 * pages_of_room, pages_of_room, true}}) {
        GentleDesk desk;
        desk.config.gentle.swap_out = pages_of_room / 6;
        desk.memories[desk.idle.unit].current = row.current;
        has_no_file_pages(desk, desk.idle);
        const auto slices = slices_on_disk(desk, {desk.idle.unit});
        EXPECT_EQ(slices.at(desk.idle.unit).bytes, row.bytes) << row.current;
        EXPECT_EQ(slices.at(desk.idle.unit).held_back, row.held_back) << row.current;
    }
}

TEST(GentleSlices, WhatOthersWriteIsNotThereForUs)
{
    GentleDesk desk;
    has_no_file_pages(desk, desk.idle);
    const auto slice = [&](std::uint64_t asked, std::uint64_t out) {
        return slices_on_disk(desk, {desk.idle.unit}, asked, out).at(desk.idle.unit);
    };
    EXPECT_EQ(slice(6'000'000, 6'000'000).bytes, room) << "all of it was ours";
    EXPECT_EQ(slice(6'000'000, 9'000'000).bytes, half);
    EXPECT_TRUE(slice(6'000'000, 9'000'000).held_back);
    EXPECT_EQ(slice(6'000'000, 3'000'000).bytes, hundredth) << "zswap keeps half: twice the room";
    EXPECT_FALSE(slice(6'000'000, 3'000'000).held_back);
}

TEST(GentleSlices, LessThanAPageOfRoomIsNone)
{
    GentleDesk desk;
    const App files = desk.hidden("files");
    has_no_file_pages(desk, desk.idle);
    const auto slices = slices_on_disk(desk, {desk.idle.unit, files.unit}, 0, 5'999'999);
    EXPECT_FALSE(slices.contains(desk.idle.unit)) << "a slice of no bytes is no slice";
    EXPECT_EQ(slices.at(files.unit).bytes, hundredth);
}

TEST(GentleSlices, WhatHasNothingToGiveCountsForNoShareOfTheDisk)
{
    GentleDesk desk;
    const App small = desk.hidden("small");
    desk.memories[small.unit].current = 100 * mib;
    has_no_file_pages(desk, desk.idle);
    has_no_file_pages(desk, small);
    const auto slices = slices_on_disk(desk, {desk.idle.unit, small.unit});
    EXPECT_FALSE(slices.contains(small.unit));
    EXPECT_EQ(slices.at(desk.idle.unit).bytes, room);
}

TEST(GentleSlices, WhereZswapKeepsAllOfItUpToAThousandTimesTheRoomIsAskedFor)
{
    GentleDesk desk;
    desk.config.gentle.swap_out = 4096;
    desk.memories[desk.idle.unit].current = 4 * gib;
    has_no_file_pages(desk, desk.idle);
    auto slices = slices_on_disk(desk, {desk.idle.unit}, 6'000'000, 0);
    EXPECT_EQ(slices.at(desk.idle.unit).bytes, 6 * 2 * 4096U)
        << "it may have been file pages, and next time none are left";
    for (int i = 0; i < 9; ++i) {
        desk.session.swap->asked = 6'000'000;
        desk.passes(6s);
        desk.happens(event::WorkingSetsSeen{.units = {desk.memories.at(desk.idle.unit)},
                                            .memory = desk.memory,
                                            .swapped_out = 0,
                                            .swap_on_disk = true});
    }
    Wanted wanted;
    take_slices(desk.session, desk.config, {desk.idle.unit}, wanted);
    EXPECT_EQ(wanted.reclaims.at(desk.idle.unit).bytes, 6 * 1000 * 4096U);
}

} // namespace

} // namespace headroom
