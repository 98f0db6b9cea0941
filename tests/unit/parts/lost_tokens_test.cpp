// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "lost_tokens.h"

#include <gtest/gtest.h>

namespace headroom::ctl {

namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

TimePoint at(milliseconds time)
{
    return TimePoint{time};
}

TEST(LostTokensTest, AsManyThreadsAsTokensLoseNone)
{
    LostTokens lost;
    for (int second = 0; second < 20; ++second)
        EXPECT_EQ(lost.look(5, 5, at(seconds{second})), 0);
}

TEST(LostTokensTest, TooFewForThreeSecondsAreLost)
{
    LostTokens lost;
    EXPECT_EQ(lost.look(5, 3, at(seconds{0})), 0);
    EXPECT_EQ(lost.look(5, 3, at(milliseconds{2999})), 0);
    EXPECT_EQ(lost.look(5, 3, at(seconds{3})), 2);
    EXPECT_EQ(lost.look(3, 3, at(seconds{4})), 0);
}

TEST(LostTokensTest, TheFewestThatWereTooManyAreLost)
{
    LostTokens lost;
    EXPECT_EQ(lost.look(5, 1, at(seconds{0})), 0);
    EXPECT_EQ(lost.look(5, 4, at(seconds{1})), 0);
    EXPECT_EQ(lost.look(5, 2, at(seconds{3})), 1);
}

TEST(LostTokensTest, BetweenTwoJobsNoneIsLost)
{
    LostTokens lost;
    EXPECT_EQ(lost.look(5, 1, at(seconds{0})), 0);
    EXPECT_EQ(lost.look(5, 5, at(seconds{2})), 0);
    EXPECT_EQ(lost.look(5, 1, at(seconds{4})), 0);
    EXPECT_EQ(lost.look(5, 1, at(seconds{6})), 0);
    EXPECT_EQ(lost.look(5, 1, at(seconds{7})), 4);
}

TEST(LostTokensTest, UnknownIsNotNone)
{
    LostTokens lost;
    EXPECT_EQ(lost.look(5, std::nullopt, at(seconds{0})), 0);
    EXPECT_EQ(lost.look(5, std::nullopt, at(seconds{9})), 0);
    EXPECT_EQ(lost.look(5, 1, at(seconds{10})), 0);
    EXPECT_EQ(lost.look(5, std::nullopt, at(seconds{12})), 0);
    EXPECT_EQ(lost.look(5, 1, at(seconds{14})), 0);
}

} // namespace

} // namespace headroom::ctl
