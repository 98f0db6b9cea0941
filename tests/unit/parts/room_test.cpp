// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "room.h"

#include <gtest/gtest.h>

namespace headroom::ctl {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr std::uint64_t mib = 1ULL << 20U;
constexpr std::uint64_t total = 8000 * mib; // reserve: 800
constexpr std::uint64_t need = 1000 * mib;

TimePoint at(milliseconds time)
{
    return TimePoint{time};
}

MemoryLevel with(std::uint64_t available)
{
    return {.total = total, .available = available};
}

RoomVerdict level_only()
{
    return {Obstacle::Level, std::nullopt};
}

TEST(RoomTest, ReserveIsWhereMemoryCountsAsLow)
{
    EXPECT_EQ(reserve_of(total), 800 * mib);
    EXPECT_EQ(reserve_of(0), 0);
}

TEST(RoomTest, ThereIsRoomAfterThreeCalmSeconds)
{
    Room room(need);
    const auto enough = with(1800 * mib);
    EXPECT_EQ(room.look(Level::Calm, enough, at(seconds{0})),
              (RoomVerdict{Obstacle::Settling, seconds{1}}));
    EXPECT_EQ(room.look(Level::Calm, enough, at(milliseconds{2500})),
              (RoomVerdict{Obstacle::Settling, milliseconds{500}}));
    EXPECT_EQ(room.look(Level::Calm, enough, at(milliseconds{2999})).obstacle, Obstacle::Settling);
    EXPECT_EQ(room.look(Level::Calm, enough, at(seconds{3})), RoomVerdict{});
}

TEST(RoomTest, ALevelIsWaitedForWithoutATimer)
{
    for (const Level level : {Level::Unknown, Level::Uneasy, Level::High, Level::Critical}) {
        Room room(need);
        EXPECT_EQ(room.look(level, with(total), at(seconds{0})), level_only());
        EXPECT_EQ(room.look(level, with(total), at(seconds{60})), level_only());
    }
}

TEST(RoomTest, CalmBeginsAnewAfterEachInterruption)
{
    Room room(need);
    (void)room.look(Level::Calm, with(total), at(seconds{0}));
    EXPECT_EQ(room.look(Level::Uneasy, with(total), at(seconds{2})), level_only());
    EXPECT_EQ(room.look(Level::Calm, with(total), at(seconds{3})).obstacle, Obstacle::Settling);
    EXPECT_EQ(room.look(Level::Calm, with(total), at(milliseconds{5999})).obstacle,
              Obstacle::Settling);
    EXPECT_EQ(room.look(Level::Calm, with(total), at(seconds{6})).obstacle, Obstacle::None);
}

TEST(RoomTest, MemoryHasToSufficeBeyondTheReserve)
{
    Room room(need);
    const auto lacks_a_byte = with(1800 * mib - 1);
    EXPECT_EQ(room.look(Level::Calm, lacks_a_byte, at(seconds{0})),
              (RoomVerdict{Obstacle::Memory, seconds{2}}));
    EXPECT_EQ(room.look(Level::Calm, with(100 * mib), at(seconds{10})).obstacle, Obstacle::Memory);
    EXPECT_EQ(room.look(Level::Calm, std::nullopt, at(seconds{12})).obstacle, Obstacle::Memory);
    EXPECT_EQ(room.look(Level::Calm, with(1800 * mib), at(seconds{14})).obstacle, Obstacle::None);
}

TEST(RoomTest, MemoryThatIsBeingTakenIsWaitedFor)
{
    Room room(need);
    std::uint64_t left = 6000 * mib;
    for (int second = 0; second < 10; ++second) {
        EXPECT_EQ(room.look(Level::Calm, with(left), at(seconds{second})).obstacle,
                  Obstacle::Settling)
            << second;
        left -= 20 * mib;
    }
    left += 20 * mib;
    EXPECT_EQ(room.look(Level::Calm, with(left), at(seconds{10})),
              (RoomVerdict{Obstacle::Settling, seconds{1}}));
    EXPECT_EQ(room.look(Level::Calm, with(left), at(seconds{12})).obstacle, Obstacle::None);
}

TEST(RoomTest, AProcessThatWasStoppedStartsOver)
{
    const auto after = [](milliseconds gap) {
        Room room(need);
        (void)room.look(Level::Calm, with(total), at(seconds{0}));
        return room.look(Level::Calm, with(total), at(gap));
    };
    EXPECT_EQ(after(seconds{5}), RoomVerdict{});
    EXPECT_EQ(after(milliseconds{5001}), (RoomVerdict{Obstacle::Settling, seconds{1}}));
}

TEST(RoomTest, NoiseIsNotGrowth)
{
    const auto after = [](std::uint64_t taken) {
        Room room(need);
        (void)room.look(Level::Calm, with(6000 * mib), at(seconds{0}));
        return room.look(Level::Calm, with(6000 * mib - taken), at(seconds{3})).obstacle;
    };
    EXPECT_EQ(after(settled_within), Obstacle::None);
    EXPECT_EQ(after(settled_within + 1), Obstacle::Settling);
}

TEST(RoomTest, SteadyGrowthIsNotWaitedForForEver)
{
    Room room(need);
    std::uint64_t left = 6000 * mib;
    for (int second = 0; second < 30; ++second) {
        EXPECT_EQ(room.look(Level::Calm, with(left), at(seconds{second})).obstacle,
                  Obstacle::Settling);
        left -= 40 * mib;
    }
    EXPECT_EQ(room.look(Level::Calm, with(left), at(seconds{30})).obstacle, Obstacle::None);
}

} // namespace

} // namespace headroom::ctl
