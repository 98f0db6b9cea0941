// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/kernel_text.h"

#include "model/kernel_texts_seen.h"

#include <gtest/gtest.h>

#include <string>

namespace headroom {

namespace {

using namespace std::chrono_literals;

std::string replaced(std::string_view text, std::string_view what, std::string_view by)
{
    std::string result{text};
    const auto at = result.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? result : result.replace(at, what.size(), by);
}

TEST(KernelText, PressureTellsTotals)
{
    EXPECT_EQ(parse_stall_totals(seen::cpu_pressure), (StallTotals{523937590us, 0us}));
    EXPECT_EQ(parse_stall_totals(seen::io_pressure), (StallTotals{23399125us, 18327171us}));
    EXPECT_EQ(parse_stall_totals(seen::old_cpu_pressure), (StallTotals{81293us, std::nullopt}))
        << "an absent line is not zero";
    EXPECT_EQ(parse_stall_totals(seen::irq_pressure), (StallTotals{std::nullopt, 4711us}));
}

TEST(KernelText, ATotalIsAWholeNumberOfMicrosecondsOrUnknown)
{
    struct Row {
        std::string_view text;
        std::optional<Duration> some;
    };
    for (const Row &row : {
             Row{"some total=0", 0us},
             Row{"some total=9223372036854775807\n", Duration{9223372036854775807}},
             // One more than a duration holds.
             Row{"some total=9223372036854775808\n", std::nullopt},
             Row{"some total=18446744073709551616\n", std::nullopt},
             Row{"some total=1 total=2\n", 1us},
             Row{"some total=1\nsome total=2\n", 1us},
             Row{"\n\nsome total=1\n", 1us},
             Row{"", std::nullopt},
             Row{"some", std::nullopt},
             Row{"some ", std::nullopt},
             Row{"some total", std::nullopt},
             Row{"some total=", std::nullopt},
             Row{"some total=-1", std::nullopt},
             Row{"some total=+1", std::nullopt},
             Row{"some total= 1", std::nullopt},
             Row{"some total=1x", std::nullopt},
             Row{"some total=0x10", std::nullopt},
             Row{"some total=1.5", std::nullopt},
             Row{"some subtotal=1", std::nullopt},
             Row{"something total=1", std::nullopt},
             Row{" some total=1", std::nullopt},
             Row{"total=1", std::nullopt},
             Row{std::string_view{"some total=1\0", 13}, std::nullopt},
         }) {
        EXPECT_EQ(parse_stall_totals(row.text).some, row.some) << row.text;
        EXPECT_EQ(parse_stall_totals(row.text).full, std::nullopt) << row.text;
    }
}

TEST(KernelText, PressureTellsThePercentage)
{
    EXPECT_EQ(parse_some_avg10(seen::cpu_pressure), 97.99);
    EXPECT_EQ(parse_some_avg10("some avg10=0.00 total=1"), 0.0);
    EXPECT_EQ(parse_some_avg10("some avg10=100.00 total=1"), 100.0);
    EXPECT_EQ(
        parse_some_averages("some avg10=1.00 avg60=2.50 avg300=100.00 total=1\nfull avg10=9.00"),
        (StallAverages{1.0, 2.5, 100.0}));
    EXPECT_EQ(parse_some_averages("some avg10=1.00 avg60=nan total=1"),
              (StallAverages{1.0, std::nullopt, std::nullopt}));
    EXPECT_EQ(parse_some_avg10("full avg10=1.00 total=1\nsome avg10=2.50"), 2.5);
    for (const std::string_view text : {"", "full avg10=1.00", "some avg60=1.00", "some avg10=",
                                        "some avg10=1.0x", "some avg10=-1", "some avg10=nan",
                                        "some avg10=inf", "some avg10=100.01", "some avg10=1e1"})
        EXPECT_EQ(parse_some_avg10(text), std::nullopt) << text;
}

TEST(KernelText, MemoryStatTellsWhatIsWanted)
{
    EXPECT_EQ(parse_memory_stat(seen::memory_stat),
              (MemoryStat{.active_anon = 21000192,
                          .inactive_anon = 0,
                          .unevictable = 0,
                          .shmem = 20971520,
                          .active_file = 0,
                          .inactive_file = 0,
                          .slab_reclaimable = 49936,
                          .slab_unreclaimable = 22688,
                          .zswap = 0,
                          .zswapped = 0,
                          .swapcached = 0,
                          .pgscan = 0,
                          .workingset_refault_anon = 0,
                          .workingset_refault_file = 0}));
    EXPECT_EQ(
        parse_memory_stat("pgscan_kswapd 1\nworkingset_refault_file 7\npgscan 9\ninactive_anon 3"),
        (MemoryStat{.inactive_anon = 3, .pgscan = 9, .workingset_refault_file = 7}))
        << "in any order, each by itself";
    for (const std::string_view text :
         {"", "pgscan", "pgscan ", "pgscan  1", "pgscan 1 ", "pgscan -1",
          "pgscan 18446744073709551616", "pgscan\t1", "pgscan_direct 1"})
        EXPECT_EQ(parse_memory_stat(text), MemoryStat{}) << text;
    EXPECT_EQ(parse_memory_stat("pgscan 18446744073709551615").pgscan, 18446744073709551615U);
    EXPECT_EQ(parse_memory_stat("pgscan x\npgscan 1").pgscan, std::nullopt)
        << "once wrong, the file is not trusted later";
}

TEST(KernelText, WhatCompressedSwapTakes)
{
    EXPECT_EQ(parse_zswap_use(seen::meminfo), 0U);
    EXPECT_EQ(parse_zswap_use("MemTotal: 1 kB\nZswap:        12 kB\n"), 12U * 1024);
    EXPECT_EQ(parse_zswap_use("MemTotal: 1 kB\nZswapped: 12 kB\n"), std::nullopt);
    EXPECT_EQ(parse_zram_use("    4096       74    12288        0    12288\n"), 12288U);
    EXPECT_EQ(parse_zram_use("1 2 3"), 3U);
    for (const char *text : {"", "    4096       74", "    4096       74 ", "1 2 -3 4", "1 2 x"})
        EXPECT_EQ(parse_zram_use(text), std::nullopt) << text;
}

TEST(KernelText, MeminfoIsInBytes)
{
    EXPECT_EQ(parse_meminfo(seen::meminfo),
              (MemoryLevel{.total = 475252ULL * 1024,
                           .available = 423876ULL * 1024,
                           .active_file = 1024ULL * 1024,
                           .swap_total = 524284ULL * 1024,
                           .swap_free = 524280ULL * 1024}));
}

TEST(KernelText, WhatProgramsMapMayBeMissingFromMeminfo)
{
    const auto mapped = [](std::string_view lines) {
        const auto level = parse_meminfo(std::string{seen::meminfo} + std::string{lines});
        EXPECT_TRUE(level);
        return level ? level->mapped : std::nullopt;
    };
    EXPECT_EQ(mapped(""), std::nullopt);
    EXPECT_EQ(mapped("ShmemPmdMapped: 8 kB\nFilePmdMapped: 8 kB\n"), std::nullopt);
    EXPECT_EQ(mapped("Mapped: 12 kB\nShmem: 8 kB\n"), 12U * 1024);
    EXPECT_EQ(mapped("Mapped: 12 MB\n"), std::nullopt);
}

TEST(KernelText, MeminfoIsKnownWhollyOrNotAtAll)
{
    for (const std::string_view line :
         {"MemTotal:         475252 kB\n", "MemAvailable:     423876 kB\n",
          "Active(file):       1024 kB\n", "SwapTotal:        524284 kB\n",
          "SwapFree:         524280 kB\n"}) {
        EXPECT_EQ(parse_meminfo(replaced(seen::meminfo, line, "")), std::nullopt)
            << "without " << line;
        EXPECT_EQ(parse_meminfo(replaced(seen::meminfo, line, replaced(line, " kB", " MB"))),
                  std::nullopt)
            << line;
        EXPECT_EQ(parse_meminfo(replaced(seen::meminfo, line, replaced(line, " kB", ""))),
                  std::nullopt)
            << line;
    }
    constexpr std::string_view total = "MemTotal:         475252 kB";
    EXPECT_EQ(parse_meminfo(replaced(seen::meminfo, total, "MemTotal: 0 kB")), std::nullopt)
        << "no machine has none";
    EXPECT_TRUE(parse_meminfo(replaced(seen::meminfo, total, "MemTotal: 18014398509481983 kB")));
    EXPECT_EQ(parse_meminfo(replaced(seen::meminfo, total, "MemTotal: 18014398509481984 kB")),
              std::nullopt)
        << "2^64 bytes";
    EXPECT_EQ(parse_meminfo(replaced(seen::meminfo, total, "MemTotal:")), std::nullopt);
    EXPECT_EQ(parse_meminfo(replaced(seen::meminfo, total, "MemTotal:        ")), std::nullopt);
    EXPECT_EQ(parse_meminfo(""), std::nullopt);
}

TEST(KernelText, CpuUsageIsTheFirstFigureOfCpuStat)
{
    EXPECT_EQ(parse_cpu_usage(seen::cpu_stat), 1092896us);
    EXPECT_EQ(parse_cpu_usage("usage_usec 0\n"), 0us);
    EXPECT_EQ(parse_pages_swapped_out("pswpin 3\npswpout 77\npswpouts 5\n"), 77U);
    for (const char *text : {"", "pswpin 3\n", "pswpout\n", "pswpout many\n", "pswpout -1\n",
                             "pswpout 18446744073709551616\n"})
        EXPECT_EQ(parse_pages_swapped_out(text), std::nullopt) << text;
    for (const std::string_view text : {"", "user_usec 1\n", "usage_usec\n", "usage_usec 1 2\n",
                                        "usage_usec 9223372036854775808\n", "usage_usec_x 1\n"})
        EXPECT_EQ(parse_cpu_usage(text), std::nullopt) << text;
}

TEST(KernelText, IoIsAddedUpOverDisks)
{
    struct Row {
        std::string_view text;
        std::optional<std::uint64_t> bytes;
    };
    for (const Row &row : {
             Row{seen::io_stat, 1459200U + 314773504U + 4096U},
             Row{"", 0U}, // a unit that has done no I/O
             Row{"8:0 \n", 0U},
             Row{"8:0 rios=7 dbytes=8\n", 0U},
             Row{"8:0 rbytes=1 wbytes=2", 3U},
             Row{"8:0 rbytes=18446744073709551615 wbytes=0\n", 18446744073709551615U},
             Row{"8:0 rbytes=18446744073709551615 wbytes=1\n", std::nullopt},
             Row{"8:0 rbytes=18446744073709551615\n8:1 rbytes=1\n8:2 rbytes=1\n", std::nullopt},
             Row{"8:0 rbytes=x wbytes=1\n", std::nullopt},
             Row{"8:0 rbytes= wbytes=1\n", std::nullopt},
         })
        EXPECT_EQ(parse_io_bytes(row.text), row.bytes) << row.text;
}

TEST(KernelText, FrozenIsWhatIsSaidToBe)
{
    EXPECT_TRUE(says_frozen("populated 1\nfrozen 1\n"));
    for (const std::string_view text : {"populated 1\nfrozen 0\n", "populated 1\n", ""})
        EXPECT_FALSE(says_frozen(text)) << text;
}

TEST(KernelText, ANumberIsAlone)
{
    EXPECT_EQ(parse_number("21405696\n"), 21405696U);
    EXPECT_EQ(parse_number("0"), 0U);
    EXPECT_EQ(parse_number("18446744073709551615\n"), 18446744073709551615U);
    for (const std::string_view text : {"max\n", "", "\n", "1\n\n", " 1\n", "1 \n", "-1\n", "1 2\n",
                                        "18446744073709551616\n", "1k\n"})
        EXPECT_EQ(parse_number(text), std::nullopt) << text;
}

TEST(KernelText, ASumWithAnUnknownIsUnknown)
{
    EXPECT_EQ(sum_of(1, 2), 3U);
    EXPECT_EQ(sum_of(std::nullopt, 2), std::nullopt);
    EXPECT_EQ(sum_of(1, std::nullopt), std::nullopt);
    EXPECT_EQ(sum_of(18446744073709551615U, 0), 18446744073709551615U);
    EXPECT_EQ(sum_of(18446744073709551615U, 1), std::nullopt);
}

} // namespace

} // namespace headroom
