// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "resident.h"

#include <gtest/gtest.h>

#include <fstream>

namespace headroom {

namespace {

TEST(Resident, OurProgramComesFirstAndWhole)
{
    constexpr auto maps =
        "1000-2000 r--p 00000000 fe:01 11    /usr/lib/libgio-2.0.so.0.8400.4\n"
        "2000-3000 ---p 00001000 fe:01 11    /usr/lib/libgio-2.0.so.0.8400.4\n"
        "3000-4000 r-xp 00002000 fe:01 12    /usr/lib/libc.so.6\n"
        "5000-6000 r-xp 00000000 fe:01 13    /usr/bin/headroomd\n"
        "6000-7000 rw-p 00001000 fe:01 13    /usr/bin/headroomd\n"
        "7000-9000 rw-p 00000000 00:00 0 \n"
        "a000-b000 rw-p 00000000 00:00 0 \n"
        "c000-d000 rw-p 00000000 00:00 0                                  [heap]\n"
        "e000-f000 r-xp 00000000 fe:01 14    /usr/lib/libz.so.1\n"
        "f000-f800 r-xp 00000000 fe:01 14    /opt/bin/headroomd\n"
        "f800-fa00 r-xp 00000000 00:00 0                                  [vdso]\n";
    EXPECT_EQ(stretches_needed(maps, "/usr/bin/headroomd"),
              (std::vector<Stretch>{{0x5000, 0x6000, true},
                                    {0x6000, 0x7000, true},
                                    {0x7000, 0x9000, true},
                                    {0x3000, 0x4000, false},
                                    {0xc000, 0xd000, false},
                                    {0x1000, 0x2000, false}}));
}

TEST(Resident, AnUnreadableStretchBelongsToNobody)
{
    constexpr auto maps = "1000-2000 rw-p 00001000 fe:01 12    /usr/lib/libc.so.6\n"
                          "2000-3000 ---p 00000000 00:00 0 \n"
                          "3000-4000 rw-p 00000000 00:00 0 \n"; // a stack behind its guard
    EXPECT_EQ(stretches_needed(maps, "/usr/bin/headroomd"),
              (std::vector<Stretch>{{0x1000, 0x2000, false}}));
}

TEST(Resident, NonsenseIsPassedOver)
{
    for (const char *maps : {"", "\n\n", "nonsense", "1000", "1000-", "1000-2000", "1000-2000 ",
                             "2000-1000 r-xp 0 0:0 0 /p", "1000-2000 -"})
        EXPECT_TRUE(stretches_needed(maps, "/p").empty()) << maps;
    EXPECT_TRUE(stretches_needed("1000-2000 r-xp 0 0:0 0 \n", "").empty())
        << "the daemon's own path is unknown";
}

TEST(Resident, SomethingIsLocked)
{
    stay_resident();
    std::ifstream status{"/proc/self/status"};
    std::size_t locked_kib = 0;
    for (std::string word; status >> word && locked_kib == 0;) {
        if (word == "VmLck:")
            status >> locked_kib;
    }
    EXPECT_GT(locked_kib, 0U);
}

} // namespace

} // namespace headroom
