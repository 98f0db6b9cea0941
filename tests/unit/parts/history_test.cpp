// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "history.h"

#include <format>
#include <gmock/gmock.h>

namespace headroom {

using namespace std::string_literals;
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr WallTime start{std::chrono::hours{480'000}};

Action freeze_of(std::uint64_t inode)
{
    return {action::Freeze{FreezeCause::Pressure}, UnitId{inode}, "app-hog-1.scope", "hog",
            "paused hog: it grows"s};
}

Action slice_of(std::uint64_t inode)
{
    return {action::Reclaim{32 << 20}, UnitId{inode}, "app-hog-1.scope", "hog",
            "pushing 32 MiB of hog out"s};
}

TEST(History, KeepsWhatAnActWas)
{
    History history;
    history.add({action::ChangeLevel{Level::High}, {}, "", "", "level high: 1.2 s of 2 s"s},
                Level::High, start);
    history.add(freeze_of(7), Level::High, start + 1s);
    EXPECT_THAT(
        history.since({}, start + 1s),
        ElementsAre(HistoryEntry{start, "level", "", "", Level::High, "level high: 1.2 s of 2 s"s},
                    HistoryEntry{start + 1s, "freeze", "hog", "app-hog-1.scope", Level::High,
                                 "paused hog: it grows"s, true}));
}

TEST(History, WhatIsInForceEndsWithItsUnit)
{
    constexpr const char *apps = "/user.slice/user-1000.slice/user@1000.service/app.slice/";
    Session session;
    for (const std::uint64_t inode : {7U, 8U, 9U, 10U})
        (void)session.apply(
            event::UnitAppeared{UnitId{inode}, std::format("{}app-hog-{}.scope", apps, inode)},
            TimePoint{});
    session.level = Level::High;
    session.leases[UnitId{7}] = {.app = "hog"};
    const auto weights = [](const AppId &app, WeightKind kind) {
        return WeightsInForce{.app = app, .weights = {.cpu = 20, .io = std::nullopt}, .kind = kind};
    };
    session.weights[UnitId{8}] = weights("hog", WeightKind::Nap);
    session.weights[UnitId{9}] = weights("", WeightKind::Boost); // the desktop's
    History history;
    for (const std::uint64_t inode : {7U, 8U, 9U, 10U, 11U})
        history.take(event::UnitGone{UnitId{inode}}, session, start);
    const auto ended = [](const char *unit) {
        return HistoryEntry{
            start, "ended",     "hog",
            unit,  Level::High, say("done: {} is an application", "a unit of {} has ended", "hog"s),
            false, "ended"};
    };
    EXPECT_THAT(history.since({}, start),
                ElementsAre(ended("app-hog-7.scope"), ended("app-hog-8.scope")));
}

TEST(History, TellsFromTheGivenTimeOn)
{
    History history;
    for (int i = 0; i < 3; ++i)
        history.add(freeze_of(7), Level::High, start + i * 1s);
    EXPECT_THAT(history.since(start + 1s, start + 2s), SizeIs(2));
    EXPECT_THAT(history.since(start + 1s + 1us, start + 2s), SizeIs(1));
    EXPECT_THAT(history.since(start + 3s, start + 3s), IsEmpty());
    EXPECT_THAT(history.since(WallTime::max(), start + 3s), IsEmpty());
}

TEST(History, EndsAfterADayEvenIfNothingComes)
{
    History history;
    history.add(freeze_of(7), Level::High, start);
    EXPECT_THAT(history.since({}, start + 24h), SizeIs(1));
    EXPECT_THAT(history.since({}, start + 24h + 1us), IsEmpty());
}

TEST(History, DropsWhatIsADayOld)
{
    History history;
    history.add(freeze_of(7), Level::High, start);
    history.add(freeze_of(8), Level::High, start + 24h);
    EXPECT_THAT(history.since({}, start), SizeIs(2)) << "exactly a day old is still kept";
    history.add(freeze_of(9), Level::High, start + 24h + 1us);
    EXPECT_THAT(history.since({}, start), SizeIs(2))
        << "dropped for good, whatever the clock shows later";
}

TEST(History, HasAtMost4096Entries)
{
    History history;
    for (std::size_t i = 0; i < History::most; ++i)
        history.add(freeze_of(7), Level::High, start + i * 1us);
    EXPECT_THAT(history.since({}, start), SizeIs(4096));
    history.add(freeze_of(7), Level::High, start + 1s);
    const auto kept = history.since({}, start);
    ASSERT_THAT(kept, SizeIs(4096));
    EXPECT_EQ(kept.front().at, start + 1us);
    EXPECT_EQ(kept.back().at, start + 1s);
}

TEST(History, LongEntriesMakeRoomForEachOther)
{
    History history;
    const auto entry = [](int number) {
        return HistoryEntry{start + number * 1us,
                            "freeze",
                            "hog",
                            "",
                            Level::High,
                            std::string(History::most_bytes / 10, 'x')};
    };
    for (int number = 0; number < 100; ++number)
        history.add(entry(number));
    const auto kept = history.since({}, start);
    ASSERT_THAT(kept, SizeIs(9));
    EXPECT_EQ(kept.front(), entry(91));
    EXPECT_EQ(kept.back(), entry(99));
}

TEST(History, SurvivesAClockThatIsSetBack)
{
    History history;
    history.add(freeze_of(7), Level::High, start);
    history.add(freeze_of(8), Level::High, start - 48h);
    EXPECT_THAT(history.since({}, start - 48h), SizeIs(2));
}

TEST(History, FoldsTheSlicesOfAReclaim)
{
    History history;
    history.add(freeze_of(7), Level::Critical, start);
    for (int i = 1; i <= 10; ++i) {
        history.add(slice_of(7), Level::Critical, start + i * 1s);
        history.reclaimed(UnitId{7}, 32 << 20);
    }
    const auto told = history.since({}, start + 10s);
    ASSERT_THAT(told, SizeIs(2));
    EXPECT_EQ(told[1],
              (HistoryEntry{start + 1s, "reclaim", "hog", "app-hog-1.scope", Level::Critical,
                            "pushed 320 MiB of hog out of memory while it was paused"s, true}));
}

TEST(History, ASliceThatBringsNothingLeavesTheSentence)
{
    History history;
    history.add(slice_of(7), Level::High, start);
    history.reclaimed(UnitId{7}, 0);
    EXPECT_EQ(history.since({}, start).front().reason, "pushing 32 MiB of hog out");
}

TEST(History, EachFreezeAndEachUnitHasItsOwnReclaim)
{
    History history;
    for (const std::uint64_t inode : {7U, 8U, 7U}) {
        history.add(freeze_of(inode), Level::High, start);
        history.add(slice_of(inode), Level::High, start);
        history.reclaimed(UnitId{inode}, inode << 20);
    }
    const auto told = history.since({}, start);
    ASSERT_THAT(told, SizeIs(6));
    EXPECT_THAT(told[1].reason.in_english(), testing::HasSubstr("7 MiB"));
    EXPECT_THAT(told[3].reason.in_english(), testing::HasSubstr("8 MiB"));
    EXPECT_THAT(told[5].reason.in_english(), testing::HasSubstr("7 MiB"))
        << "counted from the second freeze";
}

TEST(History, AReclaimWhoseEntryIsGoneHasNoneToChange)
{
    History history;
    history.add(slice_of(7), Level::High, start);
    for (std::size_t i = 0; i < History::most; ++i)
        history.add(freeze_of(8), Level::High, start);
    history.reclaimed(UnitId{7}, 32 << 20);
    history.reclaimed(UnitId{99}, 32 << 20);
    EXPECT_THAT(history.since({}, start),
                testing::Each(testing::Field(&HistoryEntry::action, "freeze")));
    history.add(slice_of(7), Level::High, start);
    EXPECT_EQ(history.since({}, start).back().action, "reclaim");
}

Action gentle_slice_of(std::uint64_t inode)
{
    return {action::Reclaim{4096, ReclaimFrom::Background, true}, UnitId{inode}, "app-idle-1.scope",
            "idle", "pushing unused memory of idle out"s};
}

TEST(History, GentleReclaimIsAnEntryForEachTimeInTheBackground)
{
    History history;
    for (int times = 0; times < 2; ++times) {
        for (int slices = 0; slices < 3; ++slices) {
            history.add(gentle_slice_of(7), Level::Calm, start);
            history.reclaimed(UnitId{7}, 1 << 20);
        }
        history.add({action::EndReclaim{}, UnitId{7}, "app-idle-1.scope", "idle",
                     "it needs about 700 MiB"s},
                    Level::Calm, start);
    }
    const auto told = history.since({}, start);
    ASSERT_THAT(told, SizeIs(4));
    EXPECT_EQ(told[0].reason, "pushed 3 MiB of idle out of memory while it was hidden");
    EXPECT_EQ(told[1].action, "reclaimed");
    EXPECT_EQ(told[1].reason, "it needs about 700 MiB");
    EXPECT_EQ(told[2].reason, told[0].reason);
}

TEST(GoesOn, OnlyTheFirstGentleSliceIsNews)
{
    Session session;
    session.note(gentle_slice_of(7), TimePoint{});
    EXPECT_FALSE(continues_earlier_act(session, gentle_slice_of(7)));
    session.note(gentle_slice_of(7), TimePoint{});
    EXPECT_TRUE(continues_earlier_act(session, gentle_slice_of(7)));
    EXPECT_FALSE(continues_earlier_act(session, gentle_slice_of(8)));
}

TEST(GoesOn, OnlyTheFirstSliceIsNews)
{
    Session session;
    EXPECT_FALSE(continues_earlier_act(session, slice_of(7)));
    session.leases[UnitId{7}] = {.app = "hog"};
    EXPECT_FALSE(continues_earlier_act(session, slice_of(7)));
    session.leases[UnitId{7}].reclaimed = 1;
    EXPECT_TRUE(continues_earlier_act(session, slice_of(7)));
    EXPECT_FALSE(continues_earlier_act(session, slice_of(8)));
    EXPECT_FALSE(continues_earlier_act(session, freeze_of(7)));
}

} // namespace
} // namespace headroom
