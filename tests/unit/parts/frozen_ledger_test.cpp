// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/frozen_ledger.h"

#include "parts/scratch.h"

#include <sys/stat.h>

namespace headroom {

namespace {

using namespace std::string_literals;
using seen::Scratch;
using Frozen = std::map<UnitId, std::string>;

TEST(FrozenLedger, IsReadAsItWasWritten)
{
    const Scratch scratch;
    const std::string directory = scratch.path("headroom"); // made when it is needed
    EXPECT_EQ(FrozenLedger::read(directory), Frozen{});
    FrozenLedger ledger{directory};
    ASSERT_TRUE(ledger.add(UnitId{7}, "/a/app-x-1.scope"));
    ASSERT_TRUE(ledger.add(UnitId{18446744073709551615U}, "/a/app-with space\\x2d-1.scope"));
    EXPECT_EQ(FrozenLedger::read(directory), (Frozen{{UnitId{7}, "/a/app-x-1.scope"}, {UnitId{18446744073709551615U}, "/a/app-with space\\x2d-1.scope"}}));
    ASSERT_TRUE(ledger.remove(UnitId{7}));
    ASSERT_TRUE(ledger.remove(UnitId{8})) << "what isn't in it may be removed";
    EXPECT_EQ(FrozenLedger::read(directory).size(), 1U);
    ASSERT_TRUE(ledger.remove(UnitId{18446744073709551615U}));
    EXPECT_EQ(FrozenLedger::read(directory), Frozen{});
    struct stat info{};
    ASSERT_EQ(stat(directory.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700U) << "nobody else's business";
}

TEST(FrozenLedger, Invariant1ACrashBetweenWriteAndRenameLeavesTheOldOne)
{
    const Scratch scratch;
    FrozenLedger ledger{scratch.path()};
    ASSERT_TRUE(ledger.add(UnitId{7}, "/a"));
    scratch.file("frozen.new", "7 /a\n8 /b"); // written in part, and then the power was gone
    EXPECT_EQ(FrozenLedger::read(scratch.path()), (Frozen{{UnitId{7}, "/a"}}));
    ASSERT_TRUE(ledger.add(UnitId{9}, "/c")) << "the next life goes on";
    EXPECT_EQ(FrozenLedger::read(scratch.path()), (Frozen{{UnitId{7}, "/a"}, {UnitId{9}, "/c"}}));
    EXPECT_FALSE(scratch.exists("frozen.new"));
}

TEST(FrozenLedger, WhatCannotBeWrittenDownIsNotInIt)
{
    const Scratch scratch;
    FrozenLedger ledger{scratch.path()};
    ASSERT_TRUE(ledger.add(UnitId{7}, "/a"));
    scratch.dir("frozen.new"); // in the way, whoever we are
    const auto refused = ledger.add(UnitId{8}, "/b");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().sentence.contains(scratch.path("frozen.new"))) << refused.error().sentence;
    std::filesystem::remove(scratch.path("frozen.new"));
    ASSERT_TRUE(ledger.add(UnitId{9}, "/c"));
    EXPECT_EQ(FrozenLedger::read(scratch.path()), (Frozen{{UnitId{7}, "/a"}, {UnitId{9}, "/c"}}));

    scratch.file("a-file", "");
    EXPECT_FALSE(FrozenLedger{scratch.path("a-file")}.add(UnitId{7}, "/a"));
    EXPECT_FALSE(FrozenLedger{scratch.path("no/such/place")}.add(UnitId{7}, "/a"));
}

TEST(FrozenLedger, NonsenseIsPassedOver)
{
    const Scratch scratch;
    scratch.file("frozen",
                 "\n \n7\nx /a\n-7 /a\n7x /a\n0x7 /a\n99999999999999999999 /a\n/a 7\n\0\0 /a\n\xff\xfe\n8 /good\n9 "s + std::string(1U << 20U, 'y')
                     + "\n10 /last line without an end");
    const Frozen read = FrozenLedger::read(scratch.path());
    ASSERT_EQ(read.size(), 3U);
    EXPECT_EQ(read.at(UnitId{8}), "/good");
    EXPECT_EQ(read.at(UnitId{9}).size(), 1U << 20U);
    EXPECT_EQ(read.at(UnitId{10}), "/last line without an end");
}

} // namespace

} // namespace headroom
