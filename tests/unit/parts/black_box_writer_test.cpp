// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "black_box.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>

namespace headroom {

namespace {

using namespace std::chrono_literals;

class BlackBoxWriter : public testing::Test {
protected:
    seen::Scratch scratch;
    std::string path = scratch.path("state/black-box");
    Session session;
    TimePoint now{1h};
    std::optional<BlackBox> box{std::in_place, path, "this boot"};

    void SetUp() override { session.level = Level::High; }

    void a_second_passes()
    {
        now += BlackBox::every;
        box->sampled(session, now, WallTime{});
    }

    void becomes_calm()
    {
        Action change;
        change.what = action::ChangeLevel{.level = Level::Calm, .because = {}};
        box->acted(session, change, WallTime{});
        session.level = Level::Calm;
    }

    /// As hours of shortage would, whose lines begin with this number.
    void fill_half(std::size_t half, const char *boot, std::uint64_t number)
    {
        std::fstream file{path, std::ios::in | std::ios::out | std::ios::binary};
        for (std::size_t i = 0; i < black_box::slots_of_a_boot; ++i, ++number) {
            const std::size_t in_half = number % black_box::slots_of_a_boot;
            file.seekp(static_cast<std::streamoff>((half * black_box::slots_of_a_boot + in_half)
                                                   * black_box::slot_size));
            const auto slot = black_box::encode({.number = number, .boot = boot});
            file.write(slot.data(), static_cast<std::streamsize>(slot.size()));
        }
    }

    /// And its first turn finds the machine calm, before it is known that the record is open.
    void is_killed_and_started_anew()
    {
        a_second_passes();
        EXPECT_EQ(written().size(), 1U);
        box.emplace(path, "this boot");
        box->start();
        becomes_calm();
        EXPECT_EQ(written().size(), 1U) << "it isn't known yet that it is open";
    }

    [[nodiscard]] std::vector<black_box::Line> written()
    {
        EXPECT_TRUE(seen::comes_true([this] { return box->is_idle(); }));
        std::ifstream file{path};
        const std::string content{std::istreambuf_iterator<char>{file}, {}};
        return black_box::lines_in(content);
    }
};

TEST_F(BlackBoxWriter, WhileTheDiskIsSlowTheEndIsNotDropped)
{
    for (std::size_t i = 0; i < BlackBox::most_waiting + 4; ++i)
        a_second_passes(); // nothing that is written is noticed before the loop goes on
    becomes_calm();
    const auto lines = written();
    ASSERT_EQ(lines.size(), BlackBox::most_waiting);
    EXPECT_TRUE(lines.back().closes);
    EXPECT_FALSE(lines[lines.size() - 2].closes);
}

TEST_F(BlackBoxWriter, AnEndInOrderIsWrittenAfterAllThatWaits)
{
    a_second_passes();
    a_second_passes();
    box->close(session.level, WallTime{});
    EXPECT_FALSE(box->is_idle());
    const auto lines = written();
    ASSERT_EQ(lines.size(), 3U);
    EXPECT_TRUE(lines.back().closes);
    box->close(session.level, WallTime{});
    EXPECT_EQ(written().size(), 3U) << "it is closed already";
}

TEST_F(BlackBoxWriter, WhatCouldNotBeWrittenOnceIsTriedAgain)
{
    std::ofstream{scratch.path("state")} << "no directory";
    a_second_passes();
    EXPECT_TRUE(written().empty());
    std::filesystem::remove(scratch.path("state"));
    a_second_passes();
    EXPECT_EQ(written().size(), 1U);
}

/// Otherwise the machine would seem to have hung.
TEST_F(BlackBoxWriter, AnEndThatCouldNotBeWrittenIsTriedAgain)
{
    a_second_passes();
    EXPECT_EQ(written().size(), 1U);
    std::filesystem::remove_all(scratch.path("state"));
    std::ofstream{scratch.path("state")} << "no directory";
    becomes_calm();
    EXPECT_TRUE(seen::comes_true([this] { return box->is_idle(); }));
    std::filesystem::remove(scratch.path("state"));
    box->close(session.level, WallTime{});
    const auto lines = written();
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(lines.back().closes);
}

TEST_F(BlackBoxWriter, AFileThatWasDeletedIsMadeAgain)
{
    a_second_passes();
    EXPECT_EQ(written().size(), 1U);
    std::filesystem::remove_all(scratch.path("state"));
    a_second_passes();
    a_second_passes();
    EXPECT_EQ(written().size(), 2U);
}

/// Uneasiness during a long build would overwrite what is known of the crash before.
TEST_F(BlackBoxWriter, ABootThatIsShortForHoursLeavesTheRecordOfTheOneBefore)
{
    box.emplace(path, "the boot before");
    for (int i = 0; i < 3; ++i)
        a_second_passes();
    EXPECT_EQ(written().size(), 3U);
    box.emplace(path, "this boot");
    a_second_passes();
    EXPECT_EQ(written().back().number, 4U);
    fill_half(1, "this boot", 4);
    box.emplace(path, "this boot");
    a_second_passes();
    a_second_passes();
    const auto lines = written();
    EXPECT_EQ(lines.size(), 3 + black_box::slots_of_a_boot);
    EXPECT_EQ(black_box::of_last_boot(lines, "this boot").size(), 3U);
    EXPECT_EQ(black_box::of_last_boot(lines, "").size(), black_box::slots_of_a_boot);
    EXPECT_EQ(lines[3].number, 6U) << "the two oldest of this boot are gone";
}

TEST_F(BlackBoxWriter, AThirdBootWritesOverTheFirst)
{
    for (const char *boot : {"first", "second", "third"}) {
        box.emplace(path, boot);
        a_second_passes();
        EXPECT_EQ(written().back().boot, boot);
    }
    fill_half(0, "third", 3);
    const auto lines = written();
    EXPECT_EQ(lines.size(), 1 + black_box::slots_of_a_boot);
    EXPECT_EQ(lines.front().boot, "second");
}

TEST_F(BlackBoxWriter, WhileItIsCalmNothingIsWritten)
{
    session.level = Level::Calm;
    box->start();
    EXPECT_TRUE(seen::comes_true([this] { return box->is_idle(); }));
    box->close(session.level, WallTime{});
    EXPECT_TRUE(box->is_idle());
    EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_F(BlackBoxWriter, WhatAKilledDaemonLeftOpenIsClosedAtTheNextCalm)
{
    a_second_passes();
    EXPECT_EQ(written().size(), 1U);
    for (const auto &[boot, closed] : {std::pair{"this boot", true}, {"another boot", false}}) {
        box.emplace(path, boot);
        box->start();
        EXPECT_TRUE(seen::comes_true([this] { return box->is_idle(); }));
        becomes_calm();
        const auto lines = written();
        EXPECT_EQ(lines.back().closes, true) << boot;
        EXPECT_EQ(lines.size(), 2U) << boot << ": of an earlier boot nothing is open";
    }
}

/// The first turn of a daemon changes the level to calm, whatever the machine does.
TEST_F(BlackBoxWriter, WhatAKilledDaemonLeftOpenIsClosedAfterSomeCalm)
{
    is_killed_and_started_anew();
    a_second_passes();
    a_second_passes();
    EXPECT_EQ(written().size(), 1U) << "one second proves nothing";
    a_second_passes();
    const auto lines = written();
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_TRUE(lines.back().closes);
    EXPECT_EQ(lines.back().level, Level::Calm) << "it was not stopped in a shortage";
    a_second_passes();
    EXPECT_EQ(written().size(), 2U);
}

TEST_F(BlackBoxWriter, AnEndWhileItIsCalmIsNoneInAShortage)
{
    is_killed_and_started_anew();
    box->close(Level::Calm, WallTime{});
    EXPECT_EQ(written().back().level, Level::Calm);
}

} // namespace

} // namespace headroom
