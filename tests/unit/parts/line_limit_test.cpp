// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/line_limit.h"

#include <gtest/gtest.h>

namespace headroom {

namespace {

using namespace std::chrono_literals;

TEST(LineLimit, AProcessHasOneLineInTenMinutes)
{
    LineLimit limit;
    EXPECT_TRUE(limit.allows("process 7", 1h));
    for (int i = 0; i < 1000; ++i)
        EXPECT_FALSE(limit.allows("process 7", 1h + 1ms * i));
    EXPECT_FALSE(limit.allows("process 7", 1h + 10min - 1ns));
    EXPECT_TRUE(limit.allows("process 7", 1h + 10min));
    EXPECT_EQ(limit.take_left_out(), 1001);
    EXPECT_EQ(limit.take_left_out(), 0) << "they are reported once";
}

TEST(LineLimit, OthersStillHaveTheirs)
{
    LineLimit limit;
    EXPECT_TRUE(limit.allows("process 7", 1s));
    EXPECT_TRUE(limit.allows("process 8", 1s));
    EXPECT_EQ(limit.take_left_out(), 0);
}

TEST(LineLimit, ManyProcessesHaveTwentyAndThenOneInTenSeconds)
{
    LineLimit limit;
    int lines = 0;
    for (int i = 0; i < 1000; ++i)
        lines += limit.allows(std::to_string(i), 1h) ? 1 : 0;
    EXPECT_EQ(lines, 20);
    EXPECT_FALSE(limit.allows("one more", 1h + 9s));
    EXPECT_TRUE(limit.allows("one more", 1h + 10s));
    EXPECT_FALSE(limit.allows("and another", 1h + 10s));
    lines = 0;
    for (int i = 0; i < 1000; ++i)
        lines += limit.allows("later " + std::to_string(i), 20h) ? 1 : 0;
    EXPECT_EQ(lines, 20) << "a quiet night allows no more than that";
    EXPECT_EQ(limit.take_left_out(), 980 + 2 + 980);
}

} // namespace

} // namespace headroom
