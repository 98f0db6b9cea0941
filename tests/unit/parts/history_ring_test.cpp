// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "history_ring.h"

#include <gmock/gmock.h>

#include <deque>
#include <random>

namespace headroom {
namespace {

using namespace std::chrono_literals;
using testing::IsEmpty;
using testing::SizeIs;

constexpr WallTime start{std::chrono::hours{480'000}};

HistoryEntry numbered(std::size_t number, std::size_t length)
{
    return {.at = start + std::chrono::microseconds{number},
            .action = "freeze",
            .app = "app" + std::to_string(number),
            .unit = "unit",
            .level = Level::High,
            .reason = std::string(length, 'x'),
            .is_news = number % 2 == 0};
}

std::vector<HistoryEntry> entries_of(const HistoryRing &ring, WallTime from = {})
{
    std::vector<HistoryEntry> entries;
    for (HistoryRing::Kept &kept : ring.since(from))
        entries.push_back(std::move(kept.entry));
    return entries;
}

TEST(HistoryRing, AnEmptyRingHasNoEntries)
{
    EXPECT_THAT(HistoryRing{1000}.since({}), IsEmpty());
}

TEST(HistoryRing, AnEntryThatIsLongerThanTheRingHasNoRoom)
{
    HistoryRing ring{1000};
    EXPECT_FALSE(ring.add(numbered(1, 1000)));
    EXPECT_THAT(ring.since({}), IsEmpty());
    EXPECT_TRUE(ring.add(numbered(2, 10)));
    EXPECT_THAT(ring.since({}), SizeIs(1));
}

TEST(HistoryRing, WhatWasReclaimedBelongsToOneEntry)
{
    HistoryRing ring{1000};
    (void)ring.add(numbered(1, 3));
    const auto second = ring.add(numbered(2, 5));
    (void)ring.add(numbered(3, 7));
    ASSERT_TRUE(second);
    ring.set_reclaimed(*second, {.bytes = 4096, .from_frozen = true});
    const auto kept = ring.since({});
    ASSERT_THAT(kept, SizeIs(3));
    EXPECT_EQ(kept[0].reclaimed.bytes, 0U);
    EXPECT_EQ(kept[1].reclaimed.bytes, 4096U);
    EXPECT_TRUE(kept[1].reclaimed.from_frozen);
    EXPECT_EQ(kept[1].entry, numbered(2, 5));
    EXPECT_EQ(kept[2].reclaimed.bytes, 0U);
}

TEST(HistoryRing, ACopyKeepsWhatWasThere)
{
    HistoryRing ring{1000};
    for (std::size_t number = 0; number < 20; ++number) {
        while (!ring.add(numbered(number, 100)))
            ring.drop_oldest();
        const auto then = entries_of(ring);
        const HistoryRing copy{ring};
        ring.drop_oldest();
        (void)ring.add(numbered(99, 1));
        EXPECT_EQ(entries_of(copy), then);
    }
}

/// Compared with a list, at thousands of positions of the ring's end. Lengths are often such that
/// an entry just fits or just doesn't.
TEST(HistoryRing, HasTheSameEntriesAsAList)
{
    std::minstd_rand random{20261126};
    for (const std::size_t bytes : {300U, 1000U, 1003U, 4096U}) {
        HistoryRing ring{bytes};
        std::deque<HistoryEntry> list;
        std::size_t dropped_for_room = 0;
        for (std::size_t number = 0; number < 3000; ++number) {
            const HistoryEntry entry = numbered(number, random() % (bytes / 3));
            while (!ring.add(entry)) {
                ASSERT_FALSE(list.empty()) << "an empty ring has room for this entry";
                ring.drop_oldest();
                list.pop_front();
                ++dropped_for_room;
            }
            list.push_back(entry);
            if (random() % 16 == 0) {
                ring.drop_oldest();
                list.pop_front();
            }
            ASSERT_EQ(ring.size(), list.size());
            ASSERT_THAT(entries_of(ring), testing::ElementsAreArray(list));
            if (!list.empty()) {
                ASSERT_EQ(ring.time_of(ring.oldest()), list.front().at);
            }
        }
        EXPECT_GT(dropped_for_room, 1000U);
        EXPECT_THAT(entries_of(ring, list.back().at), SizeIs(1));
    }
}

} // namespace
} // namespace headroom
