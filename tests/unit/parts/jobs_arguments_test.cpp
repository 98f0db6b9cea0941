// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "make_flags.h"
#include "size_argument.h"

#include <gtest/gtest.h>

namespace headroom::ctl {

namespace {

TEST(SizeArgumentTest, Units)
{
    constexpr std::uint64_t kib = 1024;
    EXPECT_EQ(parse_size("1"), 1);
    EXPECT_EQ(parse_size("4096B"), 4096);
    EXPECT_EQ(parse_size("3K"), 3 * kib);
    EXPECT_EQ(parse_size("512M"), 512 * kib * kib);
    EXPECT_EQ(parse_size("512m"), 512 * kib * kib);
    EXPECT_EQ(parse_size("2G"), 2 * kib * kib * kib);
    EXPECT_EQ(parse_size("2GB"), 2 * kib * kib * kib);
    EXPECT_EQ(parse_size("800 MiB"), 800 * kib * kib);
    EXPECT_EQ(parse_size("1.5G"), 1536 * kib * kib);
    EXPECT_EQ(parse_size("1T"), kib * kib * kib * kib);
}

class SizeArgumentNonsense : public testing::TestWithParam<const char *> {};

TEST_P(SizeArgumentNonsense, IsNone)
{
    EXPECT_EQ(parse_size(GetParam()), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(Table, SizeArgumentNonsense,
                         testing::Values("", " ", "0", "0G", "0.5", "-1", "-1G", "+1G", ".5G",
                                         "two", "G", "1e9", "inf", "nan", "0x10", "1X", "1GG",
                                         "1Gi", "2G ", "2  G", "1,5G", "9999999999999T",
                                         "99999999999999999999999"));

TEST(MakeFlagsTest, KeepWhatIsThere)
{
    const auto flags = [](const char *before) { return make_flags(before, 4, "/dev/pts/7"); };
    EXPECT_EQ(flags(""), " -j4 --jobserver-auth=fifo:/dev/pts/7");
    EXPECT_EQ(flags("ks"), "ks -j4 --jobserver-auth=fifo:/dev/pts/7");
    EXPECT_EQ(flags("-j8"), "-j8 -j4 --jobserver-auth=fifo:/dev/pts/7");
    EXPECT_EQ(flags("w -j8 --jobserver-auth=3,4 -- A=b C=d"),
              "w -j8 --jobserver-auth=3,4 -j4 --jobserver-auth=fifo:/dev/pts/7 -- A=b C=d");
    EXPECT_EQ(flags("-- A=b"), " -j4 --jobserver-auth=fifo:/dev/pts/7 -- A=b");
}

} // namespace

} // namespace headroom::ctl
