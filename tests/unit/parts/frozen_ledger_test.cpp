// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/frozen_ledger.h"

#include "parts/scratch.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>

namespace headroom {

namespace {

using namespace std::string_literals;
using seen::Scratch;
using Frozen = std::map<UnitId, std::string>;

/// Limits the size of this process's files. The first write is short and the next one fails, as on
/// a full disk.
rlimit limit_files_to(rlim_t bytes)
{
    rlimit before{};
    EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit limit{.rlim_cur = bytes, .rlim_max = before.rlim_max};
    EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    std::signal(SIGXFSZ, SIG_IGN);
    return before;
}

TEST(FrozenLedger, IsReadAsItWasWritten)
{
    const Scratch scratch;
    const std::string directory = scratch.path("headroom"); // made when needed
    EXPECT_EQ(FrozenLedger::read(directory), Frozen{});
    FrozenLedger ledger{directory};
    ASSERT_TRUE(ledger.add(UnitId{7}, "/a/app-x-1.scope"));
    ASSERT_TRUE(ledger.add(UnitId{18446744073709551615U}, "/a/app-with space\\x2d-1.scope"));
    EXPECT_EQ(FrozenLedger::read(directory),
              (Frozen{{UnitId{7}, "/a/app-x-1.scope"},
                      {UnitId{18446744073709551615U}, "/a/app-with space\\x2d-1.scope"}}));
    ASSERT_TRUE(ledger.remove(UnitId{7}));
    ASSERT_TRUE(ledger.remove(UnitId{8})) << "removing an unknown unit is no error";
    EXPECT_EQ(FrozenLedger::read(directory).size(), 1U);
    ASSERT_TRUE(ledger.remove(UnitId{18446744073709551615U}));
    EXPECT_EQ(FrozenLedger::read(directory), Frozen{});
    struct stat info{};
    ASSERT_EQ(stat(directory.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700U) << "no other user can read it";
}

TEST(FrozenLedger, Invariant1ACrashBetweenWriteAndRenameLeavesTheOldOne)
{
    const Scratch scratch;
    FrozenLedger ledger{scratch.path()};
    ASSERT_TRUE(ledger.add(UnitId{7}, "/a"));
    scratch.file("frozen.new", "7 /a\n8 /b"); // a partial write, then a power failure
    EXPECT_EQ(FrozenLedger::read(scratch.path()), (Frozen{{UnitId{7}, "/a"}}));
    ASSERT_TRUE(ledger.add(UnitId{9}, "/c")) << "the next daemon continues";
    EXPECT_EQ(FrozenLedger::read(scratch.path()), (Frozen{{UnitId{7}, "/a"}, {UnitId{9}, "/c"}}));
    EXPECT_FALSE(scratch.exists("frozen.new"));
}

TEST(FrozenLedger, WhatCannotBeWrittenDownIsNotInIt)
{
    const Scratch scratch;
    FrozenLedger ledger{scratch.path()};
    ASSERT_TRUE(ledger.add(UnitId{7}, "/a"));
    scratch.dir("frozen.new"); // in the way, even for root
    const auto refused = ledger.add(UnitId{8}, "/b");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().sentence.contains(scratch.path("frozen.new")))
        << refused.error().sentence;
    std::filesystem::remove(scratch.path("frozen.new"));
    ASSERT_TRUE(ledger.add(UnitId{9}, "/c"));
    EXPECT_EQ(FrozenLedger::read(scratch.path()), (Frozen{{UnitId{7}, "/a"}, {UnitId{9}, "/c"}}));

    scratch.file("a-file", "");
    EXPECT_FALSE(FrozenLedger{scratch.path("a-file")}.add(UnitId{7}, "/a"));
    EXPECT_FALSE(FrozenLedger{scratch.path("no/such/place")}.add(UnitId{7}, "/a"));
}

TEST(FrozenLedger, NeitherFollowsALinkNorWaitsForAFifo)
{
    const Scratch scratch;
    scratch.file("dear", "untouched");
    for (const char *name : {"frozen", "frozen.new"}) {
        std::filesystem::create_symlink(scratch.path("dear"), scratch.path(name));
        EXPECT_EQ(FrozenLedger::read(scratch.path()), Frozen{});
        FrozenLedger ledger{scratch.path()};
        ASSERT_TRUE(ledger.add(UnitId{7}, "/a"));
        EXPECT_EQ(FrozenLedger::read(scratch.path()), (Frozen{{UnitId{7}, "/a"}}));
        EXPECT_EQ(scratch.text("dear"), "untouched");
        std::filesystem::remove(scratch.path("frozen"));
        // The other end is never opened.
        ASSERT_EQ(mkfifo(scratch.path(name).c_str(), 0600), 0);
        EXPECT_EQ(FrozenLedger::read(scratch.path()), Frozen{});
        ASSERT_TRUE(ledger.add(UnitId{8}, "/b"));
        EXPECT_EQ(FrozenLedger::read(scratch.path()).size(), 2U);
        std::filesystem::remove(scratch.path("frozen"));
    }
    scratch.dir("elsewhere");
    std::filesystem::create_symlink(scratch.path("elsewhere"), scratch.path("headroom"));
    EXPECT_FALSE(FrozenLedger{scratch.path("headroom")}.add(UnitId{7}, "/a"))
        << "the directory itself is a link";
}

TEST(FrozenLedger, ADiskThatIsFullIsAnError)
{
    const Scratch scratch;
    FrozenLedger ledger{scratch.path()};
    const rlimit before = limit_files_to(16);
    const auto refused = ledger.add(UnitId{7}, "/a/path/that/is/longer/than/sixteen/bytes");
    (void)limit_files_to(before.rlim_cur);
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().sentence.ends_with("File too large")) << refused.error().sentence;
    EXPECT_EQ(FrozenLedger::read(scratch.path()), Frozen{});
}

TEST(FrozenLedger, NonsenseIsPassedOver)
{
    const Scratch scratch;
    scratch.file("frozen",
                 "\n \n7\nx /a\n-7 /a\n7x /a\n0x7 /a\n99999999999999999999 /a\n/a 7\n"
                 "\0\0 /a\n\xff\xfe\n8 /good\n9 "s
                     + std::string(1U << 20U, 'y') + "\n10 /last line without an end");
    const Frozen read = FrozenLedger::read(scratch.path());
    ASSERT_EQ(read.size(), 3U);
    EXPECT_EQ(read.at(UnitId{8}), "/good");
    EXPECT_EQ(read.at(UnitId{9}).size(), 1U << 20U);
    EXPECT_EQ(read.at(UnitId{10}), "/last line without an end");
}

} // namespace

} // namespace headroom
