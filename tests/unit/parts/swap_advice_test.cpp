// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "swap_advice.h"

#include <gmock/gmock.h>

namespace headroom::ctl {

namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

constexpr const char *heading = "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n";
constexpr const char *zram =
    "/dev/zram0                              partition\t3969020\t\t1132288\t\t100\n";
constexpr const char *partition =
    "/dev/nvme0n1p3                          partition\t2097148\t\t524288\t\t-2\n";
constexpr const char *file =
    "/swap\\040file                           file\t\t1048572\t\t0\t\t-3\n";
constexpr const char *meminfo = "MemTotal:        8145408 kB\n"
                                "MemFree:          512000 kB\n"
                                "SwapTotal:             0 kB\n"
                                "AnonPages:       3145728 kB\n"
                                "Mapped:           400000 kB\n"
                                "Shmem:            524288 kB\n"
                                "ShmemHugePages:        0 kB\n";
constexpr const char *trixie = "PRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\nNAME=\"Debian "
                               "GNU/Linux\"\nVERSION_ID=\"13\"\nID=debian\n";

std::string advice(const std::string &swaps, const char *zswap = "N\n",
                   const std::string &os_release = trixie)
{
    return swap_advice(
               {.meminfo = meminfo, .swaps = swaps, .zswap = zswap, .os_release = os_release})
        .sentence;
}

std::string with_heading(const std::string &lines)
{
    return heading + lines;
}

TEST(SwapAdviceTest, WithZramThereIsNothingToAdvise)
{
    EXPECT_THAT(advice(with_heading(zram)), IsEmpty());
    EXPECT_THAT(advice(with_heading(std::string{zram} + partition)), IsEmpty());
    EXPECT_THAT(advice(with_heading(std::string{partition} + zram)), IsEmpty());
}

TEST(SwapAdviceTest, WithoutSwap)
{
    EXPECT_EQ(advice(heading),
              "This computer has no swap. Of its 7.8 GiB of memory, 3.5 GiB can't be pushed out, "
              "and a paused app keeps all that it has. With zram, such memory is compressed, and "
              "usually takes a third of the room. To have zram, install the package "
              "systemd-zram-generator and restart the computer.");
    EXPECT_EQ(advice(heading, "Y\n"), advice(heading)); // zswap has nothing to act on
}

TEST(SwapAdviceTest, OnlyOnADisk)
{
    EXPECT_THAT(advice(with_heading(partition)),
                StartsWith("Swap is only on a disk: 2.0 GiB, of which 512.0 MiB are in use. When "
                           "the 3.5 GiB that are in memory (of 7.8 GiB) are pushed out"));
    EXPECT_THAT(advice(with_heading(file)),
                StartsWith("Swap is only on a disk: 1024.0 MiB, of which 0 bytes are in use."));
    EXPECT_THAT(advice(with_heading(std::string{partition} + file)),
                StartsWith("Swap is only on a disk: 3.0 GiB, of which 512.0 MiB are in use."));
}

TEST(SwapAdviceTest, ZswapIsInFrontOfTheDisk)
{
    EXPECT_THAT(advice(with_heading(partition), "Y\n"), IsEmpty());
    EXPECT_THAT(advice(with_heading(partition), "1\n"), IsEmpty());
    EXPECT_THAT(advice(with_heading(partition), ""), Not(IsEmpty()));
}

struct Distribution {
    const char *os_release;
    const char *remedy;
};

class SwapAdvicePackage : public testing::TestWithParam<Distribution> {};

TEST_P(SwapAdvicePackage, IsThatOfTheDistribution)
{
    EXPECT_THAT(advice(heading, "N\n", GetParam().os_release), HasSubstr(GetParam().remedy));
}

constexpr const char *to_write =
    "zram-generator, write the line [zram0] to /etc/systemd/zram-generator.conf and restart";

INSTANTIATE_TEST_SUITE_P(
    All, SwapAdvicePackage,
    testing::Values(
        Distribution{"ID=ubuntu\nID_LIKE=debian\n", "package systemd-zram-generator and restart"},
        Distribution{"ID=linuxmint\nID_LIKE=\"ubuntu debian\"\n",
                     "package systemd-zram-generator and restart"},
        Distribution{"ID=fedora\n", "package zram-generator-defaults and restart"},
        Distribution{"ID=\"nobara\"\nID_LIKE=\"rhel centos fedora\"\n",
                     "package zram-generator-defaults and restart"},
        Distribution{"ID=arch\n", to_write}, Distribution{"ID=cachyos\nID_LIKE='arch'\n", to_write},
        Distribution{"ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", to_write},
        Distribution{"ID=other\n", to_write}, Distribution{"", to_write}));

TEST(SwapAdviceTest, HasACodeInAnyLanguage)
{
    const auto code = [](const std::string &swaps) {
        return swap_advice(
                   {.meminfo = meminfo, .swaps = swaps, .zswap = "N\n", .os_release = trixie})
            .code;
    };
    EXPECT_EQ(code(heading), "no-swap");
    EXPECT_EQ(code(with_heading(partition)), "disk-only");
    EXPECT_EQ(code(with_heading(zram)), "");
    EXPECT_EQ(code(""), "");
}

TEST(SwapAdviceTest, WhatIsUnknownIsNotNone)
{
    EXPECT_THAT(advice(""), IsEmpty());
    EXPECT_THAT(advice("/dev/sda2 partition 1 1 1\n"), IsEmpty());
    EXPECT_THAT(advice(with_heading("/dev/sda2 partition many 0 -2\n")), IsEmpty());
    EXPECT_THAT(advice(with_heading("/dev/sda2\n")), IsEmpty());
    EXPECT_THAT(swap_advice({.meminfo = "MemTotal: 1 kB\nShmem: 1 kB\n",
                             .swaps = heading,
                             .zswap = "N\n",
                             .os_release = trixie})
                    .sentence,
                IsEmpty());
}

} // namespace

} // namespace headroom::ctl
