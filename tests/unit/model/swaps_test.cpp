// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/swaps.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

// Linux 6.18 with a partition, a file and zram.
constexpr std::string_view three =
    "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
    "/dev/dm-2                               partition\t8388604\t\t1024\t\t-2\n"
    "/var/swap\\040file                       file\t\t1048572\t\t0\t\t-3\n"
    "/dev/zram0                              partition\t3969020\t\t1132288\t\t100\n";

TEST(Swaps, KindsAreSummedByThemselves)
{
    EXPECT_EQ(parse_swaps(three),
              (Swaps{.zram = {.size = 3969020ULL * 1024, .used = 1132288ULL * 1024},
                     .disk = {.size = (8388604ULL + 1048572) * 1024, .used = 1024ULL * 1024}}));
    EXPECT_EQ(parse_swaps("Filename\tType\tSize\tUsed\tPriority\n"), Swaps{}) << "no swap";
}

TEST(Swaps, WhatTheKernelDoesNotWriteIsUnknown)
{
    for (const std::string_view text :
         {"", "/dev/dm-2 partition 8388604 0 -2\n", "Filename\n/dev/dm-2 partition 8388604\n",
          "Filename\n/dev/dm-2 partition 8388604x 0 -2\n",
          "Filename\n/dev/dm-2 partition -1 0 -2\n", "Filename\n/dev/zram0 partition many 0 -2\n",
          "Filename\n/dev/dm-2 partition 18014398509481984 0 -2\n"})
        EXPECT_EQ(parse_swaps(text), std::nullopt) << text;
    EXPECT_TRUE(parse_swaps("Filename\n/dev/dm-2 partition 18014398509481983 0 -2\n"));
    EXPECT_TRUE(parse_swaps("Filename\n/dev/dm-2 partition 1 0\n")) << "the priority isn't needed";
}

} // namespace
} // namespace headroom
