// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/working_sets.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <optional>
#include <unistd.h>

namespace headroom {

namespace {

using namespace std::chrono_literals;

class LookingAtWorkingSets : public testing::Test {
protected:
    seen::Scratch scratch;
    std::optional<CgroupDirs> dirs;
    std::vector<event::WorkingSetsSeen> told;
    std::optional<WorkingSetWatch> watch;

    void SetUp() override
    {
        scratch.dir("root");
        scratch.file("proc/meminfo",
                     "MemTotal: 100 kB\nMemAvailable: 50 kB\nActive(file): 20 kB\nSwapTotal: 10 "
                     "kB\nSwapFree: 5 kB\n");
        scratch.file("proc/vmstat", "pswpin 9\npswpout 3\n");
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        watch.emplace(*dirs, scratch.path("proc"), [this](Event event) {
            told.push_back(std::get<event::WorkingSetsSeen>(std::move(event)));
        });
    }

    void looks_at(const std::set<UnitId> &units)
    {
        const std::size_t before = told.size();
        watch->look_at(units);
        ASSERT_TRUE(seen::comes_true([&] { return told.size() > before; }));
    }

    UnitId unit(const std::string &name)
    {
        scratch.file("root/" + name + "/memory.current", "4096\n");
        scratch.file("root/" + name + "/memory.pressure",
                     "some avg10=0.00 avg60=0.00 avg300=0.00 total=7\nfull avg10=0.00 avg60=0.00 "
                     "avg300=0.00 total=1\n");
        scratch.file("root/" + name + "/io.pressure",
                     "some avg10=0.00 avg60=0.00 avg300=0.00 total=8\n");
        return dirs->open_unit("/" + name).value_or(UnitId{});
    }
};

TEST_F(LookingAtWorkingSets, AllOfItIsRead)
{
    const UnitId id = unit("a.scope");
    unit("b.scope");
    looks_at({id});
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].units,
              (std::vector{UnitMemory{.unit = id,
                                      .current = 4096,
                                      .memory_stalled = 7us,
                                      .io_stalled = 8us,
                                      .marked_exempt = false}}));
    EXPECT_EQ(told[0].memory,
              (MemoryLevel{.total = 102400,
                           .available = 51200,
                           .active_file = 20480,
                           .swap_total = 10240,
                           .swap_free = 5120}));
    EXPECT_EQ(told[0].swapped_out, 3 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
}

TEST_F(LookingAtWorkingSets, WhatCameBackIsReadInBytes)
{
    const UnitId id = unit("a.scope");
    scratch.file("root/a.scope/memory.stat",
                 "workingset_refault_anon 5\nworkingset_refault_file 2\n");
    looks_at({id});
    EXPECT_EQ(told.at(0).units.at(0).returned,
              7 * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)));
    scratch.file("root/a.scope/memory.stat", "workingset_refault_anon 5\n");
    looks_at({id});
    EXPECT_EQ(told.at(1).units.at(0).returned, std::nullopt);
}

/// Of 800 MiB of which 200 are used, zswap keeps some 200, which are not needed either.
TEST_F(LookingAtWorkingSets, WhatZswapTakesIsNotInUse)
{
    const UnitId id = unit("a.scope");
    for (const auto &[zswap, current] :
         {std::pair{"zswap 1024\nzswapped 3000\n", 3072U}, {"zswap 5000\n", 0U}, {"", 4096U}}) {
        scratch.file("root/a.scope/memory.stat", zswap);
        looks_at({id});
        EXPECT_EQ(told.back().units.at(0).current, current) << zswap;
    }
}

TEST_F(LookingAtWorkingSets, WhetherSwapIsOnADiskIsSeen)
{
    const UnitId id = unit("a.scope");
    const std::string heading = "Filename\tType\tSize\tUsed\tPriority\n";
    const std::string zram = "/dev/zram0 partition 1000 0 100\n";
    for (const auto &[text, on_disk] : {std::pair<std::string, std::optional<bool>>{heading, false},
                                        {heading + zram, false},
                                        {heading + zram + "/swapfile file 1000 0 -2\n", true},
                                        {"nonsense", std::nullopt}}) {
        scratch.file("proc/swaps", text);
        looks_at({id});
        EXPECT_EQ(told.back().swap_on_disk, on_disk) << text;
    }
}

TEST_F(LookingAtWorkingSets, Invariant7WhatCannotBeReadIsAbsentAndToldAllTheSame)
{
    const UnitId id = unit("a.scope");
    scratch.file("root/a.scope/memory.current", "max\n");
    scratch.file("root/a.scope/io.pressure", "");
    std::filesystem::remove(scratch.path("root/a.scope/memory.pressure"));
    std::filesystem::remove_all(scratch.path("proc"));
    looks_at({id, UnitId{4711}});
    ASSERT_EQ(told.size(), 1U);
    EXPECT_EQ(told[0].units,
              (std::vector{UnitMemory{.unit = id,
                                      .current = {},
                                      .memory_stalled = {},
                                      .io_stalled = {},
                                      .marked_exempt = false}}));
    EXPECT_FALSE(told[0].memory);
    EXPECT_FALSE(told[0].swapped_out);
    EXPECT_FALSE(told[0].swap_on_disk);
    looks_at({UnitId{4711}});
    EXPECT_EQ(told.size(), 2U) << "without an answer, the policy would ask for ever";
}

TEST_F(LookingAtWorkingSets, AMarkOfSystemdOomdsIsSeen)
{
    const UnitId id = unit("a.scope");
    if (!dirs->find(id)->set_mark(oomd_mark::omit, "1"))
        FAIL() << "the tests' directory supports no extended attributes";
    looks_at({id});
    EXPECT_TRUE(told.at(0).units.at(0).marked_exempt);
}

TEST_F(LookingAtWorkingSets, OneLookAtATime)
{
    const UnitId id = unit("a.scope");
    watch->look_at({id});
    watch->look_at({id});
    EXPECT_TRUE(told.empty()) << "a thread reads";
    ASSERT_TRUE(seen::comes_true([&] { return !told.empty(); }));
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_EQ(told.size(), 1U) << "the policy requests it in each turn until it comes";
    looks_at({id});
    EXPECT_EQ(told.size(), 2U);
}

TEST_F(LookingAtWorkingSets, AUnitThatIsGoneMeanwhileIsLeftOut)
{
    const UnitId id = unit("a.scope");
    const UnitId other = unit("b.scope");
    watch->look_at({id, other});
    dirs->forget(id);
    ASSERT_TRUE(seen::comes_true([&] { return !told.empty(); }));
    ASSERT_EQ(told[0].units.size(), 1U);
    EXPECT_EQ(told[0].units[0].unit, other);
}

TEST_F(LookingAtWorkingSets, NobodyIsNothing)
{
    watch->look_at({});
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_TRUE(told.empty());
}

} // namespace

} // namespace headroom
