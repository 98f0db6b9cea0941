// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/retries.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace headroom {

namespace {

std::vector<guint> pauses(Retries &retries, guint first_ms)
{
    std::vector<guint> all;
    while (const auto pause = retries.next_pause_ms(first_ms))
        all.push_back(*pause);
    return all;
}

TEST(Retries, EachPauseIsTwiceAsLongUpToAMinuteAndTheyEnd)
{
    Retries retries;
    EXPECT_FALSE(retries.have_begun());
    EXPECT_THAT(pauses(retries, 1000),
                testing::ElementsAre(1000U, 2000U, 4000U, 8000U, 16000U, 32000U, 60000U));
    EXPECT_TRUE(retries.have_begun());
    retries.begin_anew();
    EXPECT_FALSE(retries.have_begun());
    EXPECT_THAT(pauses(retries, 200),
                testing::ElementsAre(200U, 400U, 800U, 1600U, 3200U, 6400U, 12800U));
}

} // namespace

} // namespace headroom
