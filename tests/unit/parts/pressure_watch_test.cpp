// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure.h"
#include "sys/close_elsewhere.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headroom {

namespace {

using seen::Scratch;
using namespace std::chrono_literals;

std::string stalls(int some, int full)
{
    return std::format("some avg10=0.00 avg60=0.00 avg300=0.00 total={}\nfull avg10=0.00 "
                       "avg60=0.00 avg300=0.00 total={}\n",
                       some, full);
}

GroupStalls group_of(int base)
{
    const auto totals = [](int some) { return StallTotals{Duration{some}, Duration{some + 1}}; };
    return {.cpu = totals(base), .io = totals(base + 10), .memory = totals(base + 20)};
}

TEST(StallSince, AnEventIsTrueIfTheTotalHasGrownByTheThreshold)
{
    struct Row {
        std::optional<Duration> before, now;
        std::optional<Duration> stalled;
    };
    for (const Row &row : {
             Row{0us, 10ms, 10ms},
             // The kernel's event after arming: all stall since boot, none of it new.
             Row{0us, 9999us, std::nullopt},
             Row{1h, 1h + 10ms, 10ms},
             Row{1h, 1h + 3s, 3s},
             Row{1h, 1h, std::nullopt},
             Row{1h, 0us, std::nullopt}, // a total never shrinks
             Row{std::nullopt, 10ms, std::nullopt},
             Row{10ms, std::nullopt, std::nullopt},
             Row{std::nullopt, std::nullopt, std::nullopt},
         })
        EXPECT_EQ(stalled_since(row.before, row.now, 10ms), row.stalled);
}

TEST(StallTriggers, AreSuchAsTheKernelTakesFromAnybody)
{
    EXPECT_EQ(trigger_window % 2s, 0s);
    EXPECT_LE(trigger_window, 10s);
    for (const std::span<const StallTrigger> triggers :
         {std::span<const StallTrigger>{system_triggers},
          std::span<const StallTrigger>{unit_triggers}}) {
        std::set<Resource> resources;
        for (const StallTrigger &trigger : triggers) {
            EXPECT_TRUE(resources.insert(trigger.resource).second) << "one per file";
            EXPECT_GT(trigger.threshold, 0s);
            EXPECT_LE(trigger.threshold, trigger_window);
        }
    }
}

TEST(StallTriggers, AreWrittenToNothingButTheKernel)
{
    const Scratch scratch;
    scratch.file("memory", stalls(1, 2));
    const UniqueFd fd{open(scratch.path("memory").c_str(), O_RDWR)};
    EXPECT_FALSE(arm(fd.get(), system_triggers.front()));
    EXPECT_EQ(scratch.text("memory"), stalls(1, 2));
    EXPECT_FALSE(arm(-1, system_triggers.front()));
}

TEST(StallTriggers, AreClosedBySomebodyElse)
{
    int ends[2];
    ASSERT_EQ(pipe2(ends, O_CLOEXEC), 0);
    const UniqueFd reader{ends[0]};
    std::vector<UniqueFd> closing;
    closing.emplace_back(ends[1]);
    close_elsewhere(std::move(closing));
    char byte = 0;
    EXPECT_EQ(read(reader.get(), &byte, 1), 0) << "blocks until it is closed";
}

class Watching : public testing::Test {
protected:
    Scratch scratch;
    std::optional<CgroupDirs> dirs;
    std::vector<PressureSample> samples;
    std::vector<event::StallSeen> stalls_seen;

    void SetUp() override
    {
        system(0);
        scratch.file("proc/meminfo",
                     "MemTotal: 100 kB\nMemAvailable: 50 kB\nActive(file): 20 kB\nSwapTotal: 10 "
                     "kB\nSwapFree: 5 kB\n");
        scratch.dir("root");
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
    }

    void files(const std::string &below, const std::string &suffix, int base) const
    {
        scratch.file(below + "/cpu" + suffix, stalls(base, base + 1));
        scratch.file(below + "/io" + suffix, stalls(base + 10, base + 11));
        scratch.file(below + "/memory" + suffix, stalls(base + 20, base + 21));
    }

    void system(int base) const { files("proc/pressure", "", base); }

    UnitId unit(const std::string &name, int base)
    {
        files("root/" + name, ".pressure", base);
        scratch.file("root/" + name + "/cpu.stat", "usage_usec 7\n");
        return dirs->open_unit("/" + name).value_or(UnitId{});
    }

    Emit emit()
    {
        return [this](const Event &event) {
            if (const auto *sampled = std::get_if<event::PressureSampled>(&event))
                samples.push_back(sampled->sample);
            if (const auto *stall = std::get_if<event::StallSeen>(&event))
                stalls_seen.push_back(*stall);
        };
    }

    PressureWatch watch() { return {*dirs, scratch.path("proc"), scratch.path("sys"), emit()}; }

    void follow(PressureWatch &watch, std::optional<UnitId> focused,
                std::optional<UnitId> compositor)
    {
        watch.follow(focused, compositor);
        EXPECT_TRUE(seen::comes_true([&] { return watch.is_following(); }));
    }

    void await_samples(std::size_t count)
    {
        while (samples.size() < count)
            g_main_context_iteration(nullptr, TRUE);
    }

    /// Takes exactly one sample.
    PressureSample look(PressureWatch &watch)
    {
        const auto before = samples.size();
        watch.sample_every(1h);
        await_samples(before + 1);
        watch.sample_every(std::nullopt);
        return samples.back();
    }
};

TEST_F(Watching, NothingIsToldOfPressureHere)
{
    std::filesystem::remove_all(scratch.path("proc/pressure"));
    PressureWatch watch = this->watch();
    const auto started = watch.start();
    ASSERT_FALSE(started);
    EXPECT_EQ(started.error().kind, ErrorKind::Unavailable);
    follow(watch, unit("a.scope", 100), std::nullopt);
    const PressureSample sample = look(watch);
    EXPECT_FALSE(sample.system);
    EXPECT_FALSE(sample.focused);
    EXPECT_TRUE(sample.memory);
}

TEST_F(Watching, ALookSeesAllOfIt)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    const UnitId focused = unit("a.scope", 100);
    const UnitId compositor = unit("b.scope", 200);
    watch.units_of_interest = [&] { return std::vector{focused}; };
    follow(watch, focused, compositor);
    const PressureSample sample = look(watch);
    EXPECT_EQ(sample.system, group_of(0));
    EXPECT_EQ(sample.focused, group_of(100));
    EXPECT_EQ(sample.focused_unit, focused);
    EXPECT_EQ(sample.compositor, group_of(200));
    EXPECT_EQ(sample.memory,
              (MemoryLevel{.total = 102400,
                           .available = 51200,
                           .active_file = 20480,
                           .swap_total = 10240,
                           .swap_free = 5120}));
    EXPECT_EQ(sample.units, (std::vector{UnitUse{.unit = focused, .cpu = 7us}}));
}

/// mm_stat as Linux 6.12.117 of Debian 13 wrote it, with 206 MiB swapped out.
TEST_F(Watching, ALookSeesWhatCompressedSwapTakes)
{
    const UnitId unit = this->unit("a.scope", 100);
    const auto compressed_with = [&](const std::string &zswap) {
        scratch.file("proc/meminfo",
                     "MemTotal: 100 kB\nMemAvailable: 50 kB\nActive(file): 20 kB\n"
                     "SwapTotal: 10 kB\nSwapFree: 5 kB\n"
                         + zswap);
        PressureWatch watch = this->watch();
        EXPECT_TRUE(watch.start());
        watch.units_of_interest = [&] { return std::vector{unit}; };
        const PressureSample sample = look(watch);
        return sample.memory ? sample.memory->compressed : std::nullopt;
    };
    EXPECT_EQ(compressed_with("Zswap: 3 kB\n"), std::nullopt) << "no /sys";
    scratch.file("sys/block/sda/stat", "1");
    EXPECT_EQ(compressed_with("Zswap: 3 kB\n"), 3072U);
    const std::string mm_stat =
        "211828736 38188361 43098112        0 43261952    14884        0        6        8\n";
    scratch.file("sys/block/zram0/mm_stat", mm_stat);
    scratch.file("sys/block/zram1/mm_stat", mm_stat);
    EXPECT_EQ(compressed_with("Zswap: 3 kB\n"), 3072U + 2 * 43098112);
    EXPECT_EQ(compressed_with(""), std::nullopt) << "not known of zswap";
    scratch.file("sys/block/zram1/mm_stat", "");
    EXPECT_EQ(compressed_with("Zswap: 3 kB\n"), std::nullopt) << "not known of zram";
}

TEST_F(Watching, ALookSeesWhatUnitsNeedAndWhatCameBack)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    const UnitId known = unit("a.scope", 100);
    const UnitId old = unit("b.scope", 200); // of a kernel that reports no refaults
    const UnitId none = unit("c.scope", 300);
    const std::string stat = "inactive_file 2000\nslab_reclaimable 1000\n";
    scratch.file("root/a.scope/memory.current", "10000\n");
    scratch.file("root/a.scope/memory.stat",
                 stat + "workingset_refault_anon 5\nworkingset_refault_file 2\n");
    scratch.file("root/b.scope/memory.current", "20000\n");
    scratch.file("root/b.scope/memory.stat", stat);
    watch.units_of_interest = [] { return std::vector<UnitId>{}; };
    watch.include_needs_of({known, old, none});
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    EXPECT_THAT(look(watch).needs,
                testing::UnorderedElementsAre(UnitNeed{known, 7000, 7 * page},
                                              UnitNeed{old, 17000, std::nullopt}));
}

TEST_F(Watching, EachLookReadsAnew)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    follow(watch, unit("a.scope", 100), std::nullopt);
    (void)look(watch);
    system(1000);
    unit("a.scope", 3000);
    const PressureSample sample = look(watch);
    EXPECT_EQ(sample.system, group_of(1000));
    EXPECT_EQ(sample.focused, group_of(3000));
}

TEST_F(Watching, Invariant7WhatIsNotToldIsAbsent)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    scratch.file("proc/meminfo", "MemTotal: 100 kB\n");
    scratch.file("proc/pressure/cpu", "some avg10=0.00 total=5\n");
    scratch.file("proc/pressure/io", "");
    const PressureSample sample = look(watch);
    EXPECT_FALSE(sample.memory);
    EXPECT_EQ(sample.system,
              (GroupStalls{.cpu = {5us, std::nullopt}, .io = {}, .memory = {20us, 21us}}));
    EXPECT_FALSE(sample.focused);
    EXPECT_FALSE(sample.compositor);
    EXPECT_EQ(sample.focused_unit, UnitId{});
    EXPECT_TRUE(sample.units.empty());
}

TEST_F(Watching, FocusMoves)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    const UnitId first = unit("a.scope", 100);
    const UnitId second = unit("b.scope", 200);
    follow(watch, first, second);
    follow(watch, second, second);
    PressureSample sample = look(watch);
    EXPECT_EQ(sample.focused, group_of(200));
    EXPECT_EQ(sample.compositor, group_of(200)) << "one unit may be both";
    EXPECT_EQ(sample.focused_unit, second);
    follow(watch, std::nullopt, first);
    sample = look(watch);
    EXPECT_FALSE(sample.focused);
    EXPECT_EQ(sample.compositor, group_of(100)) << "its files are still open";
}

TEST_F(Watching, AUnitThatIsGoneIsNotSeen)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    const UnitId gone = unit("a.scope", 100);
    follow(watch, gone, UnitId{1}); // and one that never existed
    dirs->forget(gone);
    watch.forget(gone);
    const PressureSample sample = look(watch);
    EXPECT_FALSE(sample.focused);
    EXPECT_FALSE(sample.compositor);
    EXPECT_EQ(sample.focused_unit, UnitId{});
}

TEST_F(Watching, OnlyTheLastUnitsAreKept)
{
    const auto open_files = [] {
        return std::distance(std::filesystem::directory_iterator{"/proc/self/fd"},
                             std::filesystem::directory_iterator{});
    };
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    std::vector<UnitId> units;
    for (int i = 0; i < 12; ++i)
        units.push_back(unit(std::format("{}.scope", i), i * 100));
    (void)g_main_context_default(); // it has an fd of its own
    const auto before = open_files();
    for (const UnitId id : units)
        follow(watch, id, units.front());
    EXPECT_EQ(open_files() - before, 3 * static_cast<int>(PressureWatch::kept_units));
    const PressureSample sample = look(watch);
    EXPECT_EQ(sample.focused, group_of(1100));
    EXPECT_EQ(sample.compositor, group_of(0)) << "followed longest, and still followed";
}

TEST_F(Watching, NeverFasterThanTheKernelCanTell)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    const gint64 began = g_get_monotonic_time();
    watch.sample_every(1us);
    EXPECT_EQ(samples.size(), 1U) << "the first one comes immediately";
    await_samples(3);
    for (int i = 0; i < 3; ++i) { // a policy that keeps changing its mind
        watch.sample_every(std::nullopt);
        watch.sample_every(60ms);
        watch.sample_every(1us);
    }
    // More than three only if this process had no CPU for as long.
    EXPECT_GE(Duration{g_get_monotonic_time() - began},
              static_cast<int>(samples.size() - 1) * PressureWatch::fastest);
    await_samples(6);
    EXPECT_GE(Duration{g_get_monotonic_time() - began}, 5 * PressureWatch::fastest);
}

TEST_F(Watching, NothingIsSampledUntilAskedForAndAfter)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    while (g_main_context_iteration(nullptr, FALSE))
        continue;
    EXPECT_TRUE(samples.empty());
    watch.sample_every(50ms);
    await_samples(2);
    watch.sample_every(std::nullopt);
    const auto taken = samples.size();
    bool later = false;
    const SourceId timer{g_timeout_add(
        200,
        [](gpointer data) -> gboolean {
            *static_cast<bool *>(data) = true;
            return G_SOURCE_CONTINUE;
        },
        &later)};
    while (!later)
        g_main_context_iteration(nullptr, TRUE);
    EXPECT_EQ(samples.size(), taken);
}

/// A FIFO blocks the opener until the other end is open, as a cgroup blocks it while it is being
/// changed.
TEST_F(Watching, WhoeverWaitsForAUnitsFilesIsNotTheLoop)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    const UnitId id = unit("a.scope", 100);
    const std::string pipe = scratch.path("root/a.scope/memory.current");
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    watch.units_of_interest = [&] { return std::vector{id}; };
    watch.sample_every(50ms);
    const SourceId tick{
        g_timeout_add(5, [](gpointer) -> gboolean { return G_SOURCE_CONTINUE; }, nullptr)};
    UniqueFd other;
    EXPECT_TRUE(seen::comes_true([&] {
        // Refused until the reader waits.
        other.reset(open(pipe.c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC));
        return static_cast<bool>(other) || errno != ENXIO;
    })) << "the file is being opened, and the loop still runs";
    ASSERT_TRUE(other);
    EXPECT_TRUE(samples.empty());
    std::filesystem::remove(pipe);
    await_samples(2);
    EXPECT_EQ(samples.front().units, (std::vector{UnitUse{.unit = id, .cpu = 7us}}));
    EXPECT_TRUE(samples.back().units.empty()) << "nothing has changed";
}

/// A reading that comes too late is dropped.
TEST_F(Watching, NothingIsToldOfUnitsOnceNobodyLooks)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    const UnitId id = unit("a.scope", 100);
    watch.units_of_interest = [&] { return std::vector{id}; };
    watch.sample_every(50ms);
    watch.sample_every(std::nullopt);
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_TRUE(samples.empty());
    EXPECT_EQ(look(watch).units, (std::vector{UnitUse{.unit = id, .cpu = 7us}}))
        << "all of it is reported again";
}

TEST_F(Watching, TheLoopsLatenessIsMeasured)
{
    PressureWatch watch = this->watch();
    ASSERT_TRUE(watch.start());
    watch.sample_every(50ms);
    g_usleep(150000); // the loop is busy elsewhere
    await_samples(2);
    EXPECT_GE(watch.worst_lateness(), 90ms);
    watch.sample_every(std::nullopt);
    EXPECT_GE(watch.worst_lateness(), 90ms) << "from the last time";
    watch.sample_every(1h);
    EXPECT_EQ(watch.worst_lateness(), 0s) << "counted anew";
}

TEST_F(Watching, TheKernelOfThisMachineIsUnderstood)
{
    PressureWatch watch{*dirs, "/proc", "/sys", emit()};
    std::string line;
    if (!std::getline(std::ifstream{"/proc/pressure/memory"}, line)) {
        EXPECT_FALSE(watch.start()) << "without PSI";
        return;
    }
    ASSERT_TRUE(watch.start());
    const PressureSample sample = look(watch);
    ASSERT_TRUE(sample.system);
    EXPECT_TRUE(sample.system->memory.some);
    EXPECT_TRUE(sample.system->memory.full);
    EXPECT_TRUE(sample.system->cpu.some);
    ASSERT_TRUE(sample.memory);
    EXPECT_GE(sample.memory->total, sample.memory->available);
    const UniqueFd fd{open("/proc/pressure/memory", O_RDWR | O_CLOEXEC)};
    if (const auto armed = arm(fd.get(), system_triggers.front()); armed)
        EXPECT_EQ(arm(fd.get(), system_triggers.front()).error().code, EBUSY)
            << "so the first one is armed";
    else
        EXPECT_FALSE(armed.error().sentence.empty()); // without triggers everything else works
}

} // namespace

} // namespace headroom
