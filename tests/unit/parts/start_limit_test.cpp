// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/launches/start_limit.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

using namespace std::chrono_literals;

TEST(StartLimit, OneAMinuteForEachApp)
{
    StartLimit limit;
    constexpr TimePoint begin{1h};
    EXPECT_TRUE(limit.allows("org.kde.kate", begin));
    EXPECT_FALSE(limit.allows("org.kde.kate", begin));
    EXPECT_TRUE(limit.allows("firefox", begin + 30s));
    EXPECT_FALSE(limit.allows("org.kde.kate", begin + 1min - 1us));
    EXPECT_TRUE(limit.allows("org.kde.kate", begin + 1min)) << "a refused one doesn't count";
    EXPECT_FALSE(limit.allows("firefox", begin + 1min));
}

} // namespace
} // namespace headroom
