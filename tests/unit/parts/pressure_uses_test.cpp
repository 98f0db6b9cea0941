// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure_uses.h"

#include "parts/scratch.h"

#include <optional>

namespace headroom {

namespace {

using seen::Scratch;
using namespace std::chrono_literals;

constexpr std::uint64_t mib = 1U << 20U;
// Looks within which each memory.stat is read, whatever else happens.
constexpr int all_within = 20;

class Uses : public testing::Test {
protected:
    Scratch scratch;
    std::optional<CgroupDirs> dirs;
    std::optional<UnitUses> uses;

    void SetUp() override
    {
        scratch.dir("root");
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        uses.emplace(*dirs);
    }

    void write(const std::string &unit, const std::string &file, const std::string &text) const
    {
        scratch.file("root/" + unit + "/" + file, text);
    }

    void stat(const std::string &unit, std::uint64_t anon, std::uint64_t swapcached = 0,
              int scanned = 0) const
    {
        write(unit, "memory.stat",
              std::format("anon 1\nswapcached {}\ninactive_anon {}\nactive_anon {}\nunevictable "
                          "4096\nworkingset_refault_anon 30\n"
                          "workingset_refault_file 12\npgscan {}\n",
                          swapcached, anon, mib, scanned));
    }

    UnitId unit(const std::string &name)
    {
        write(name, "memory.current", std::to_string(100 * mib) + "\n");
        write(name, "memory.swap.current", "0\n");
        stat(name, 50 * mib);
        write(name, "cpu.stat", "usage_usec 700\nuser_usec 1\n");
        write(name, "io.stat", "8:0 rbytes=10 wbytes=20 rios=1 wios=1\n");
        return dirs->open_unit("/" + name).value_or(UnitId{});
    }

    UnitDirs dirs_of(const std::vector<UnitId> &units) const
    {
        UnitDirs found;
        for (const UnitId id : units) {
            if (auto dir = dirs->share(id))
                found.push_back(std::move(dir));
        }
        return found;
    }

    /// The use of the only unit.
    UnitUse look(UnitId id, bool counters_too = false)
    {
        const auto seen = uses->read(dirs_of({id}), counters_too);
        EXPECT_EQ(seen.size(), 1U);
        return seen.size() == 1 ? seen.front() : UnitUse{};
    }
};

TEST_F(Uses, AllOfItIsRead)
{
    const UnitId id = unit("a.scope");
    EXPECT_EQ(look(id),
              (UnitUse{.unit = id,
                       .held = 51 * mib + 4096,
                       .scanned = 0,
                       .refaults = 42,
                       .cpu = 700us,
                       .io = 30,
                       .marked_exempt = false}));
}

TEST_F(Uses, WhatIsSwappedOutIsHeldAndWhatCameBackCountsOnce)
{
    const UnitId id = unit("a.scope");
    write("a.scope", "memory.swap.current", std::to_string(30 * mib) + "\n");
    EXPECT_EQ(look(id).held, 81 * mib + 4096);
    // 20 MiB are back in memory, and still have their place in swap.
    write("a.scope", "memory.current", std::to_string(120 * mib) + "\n");
    stat("a.scope", 70 * mib, 20 * mib);
    EXPECT_EQ(look(id).held, 81 * mib + 4096) << "it has taken nothing";
    // More comes back than is out by the counters, which are from different moments.
    write("a.scope", "memory.swap.current", std::to_string(10 * mib) + "\n");
    EXPECT_EQ(look(id).held, 71 * mib + 4096);
}

TEST_F(Uses, Invariant7UnknownIsNotZero)
{
    const UnitId id = unit("a.scope");
    const UnitUse whole = look(id);
    struct Row {
        const char *file;
        const char *text; ///< nullptr: the file isn't there
        UnitUse expected;
    };
    for (const Row &row : {
             Row{"memory.current",
                 nullptr,
                 {.unit = id, .cpu = 700us, .io = 30}}, // no memory controller here
             Row{"memory.current", "max\n", {.unit = id, .cpu = 700us, .io = 30}},
             Row{"memory.stat", nullptr, {.unit = id, .cpu = 700us, .io = 30}},
             Row{"memory.stat",
                 "active_anon 1\ninactive_anon 2\nunevictable 3\npgscan 4\n",
                 {.unit = id, .scanned = 4, .cpu = 700us, .io = 30}},
             Row{"memory.stat",
                 "swapcached 0\ninactive_anon 2\nunevictable 3\n",
                 {.unit = id, .cpu = 700us, .io = 30}},
             Row{"memory.swap.current",
                 "?\n",
                 {.unit = id, .scanned = 0, .refaults = 42, .cpu = 700us, .io = 30}},
             Row{"cpu.stat",
                 nullptr,
                 {.unit = id, .held = whole.held, .scanned = 0, .refaults = 42, .io = 30}},
             Row{"io.stat",
                 nullptr,
                 {.unit = id, .held = whole.held, .scanned = 0, .refaults = 42, .cpu = 700us}},
             Row{"io.stat",
                 "",
                 {.unit = id,
                  .held = whole.held,
                  .scanned = 0,
                  .refaults = 42,
                  .cpu = 700us,
                  .io = 0}}, // it has done none
         }) {
        unit("a.scope");
        if (row.text)
            write("a.scope", row.file, row.text);
        else
            std::filesystem::remove(scratch.path(std::string{"root/a.scope/"} + row.file));
        uses.emplace(*dirs);
        EXPECT_EQ(look(id), row.expected) << row.file << ": " << (row.text ? row.text : "none");
    }
}

TEST_F(Uses, AKernelWithoutSwapHoldsAllInMemory)
{
    const UnitId id = unit("a.scope");
    std::filesystem::remove(scratch.path("root/a.scope/memory.swap.current"));
    write("a.scope", "memory.stat", "active_anon 1\ninactive_anon 2\nunevictable 3\n");
    EXPECT_EQ(look(id).held, 6U);
}

TEST_F(Uses, AFileTooLongToBeReadWhollyIsUnknown)
{
    const UnitId id = unit("a.scope");
    write("a.scope", "io.stat", std::string(20000, '\n') + "8:0 rbytes=1 wbytes=1\n");
    EXPECT_EQ(look(id).io, std::nullopt);
}

TEST_F(Uses, MemoryStatIsReadAgainWhenTheSizeHasMoved)
{
    const UnitId id = unit("a.scope");
    (void)look(id);
    int seen = 0;
    for (int turn = 1; turn <= all_within; ++turn) {
        stat("a.scope", 50 * mib, 0, turn);
        seen += look(id).scanned == static_cast<std::uint64_t>(turn);
    }
    EXPECT_EQ(seen, 1) << "while its size stays the same, once in so many looks";

    stat("a.scope", 50 * mib, 0, 76);
    // Until it has had its turn, and waits for the next one.
    for (int turn = 0; turn < all_within && look(id).scanned != 76U; ++turn)
        continue;
    stat("a.scope", 60 * mib, 0, 77);
    write("a.scope", "memory.current", std::to_string(101 * mib - 1) + "\n");
    EXPECT_EQ(look(id).scanned, 76U) << "a byte too little to count";
    write("a.scope", "memory.current", std::to_string(101 * mib) + "\n");
    EXPECT_EQ(look(id).scanned, 77U) << "up";
    stat("a.scope", 60 * mib, 0, 78);
    write("a.scope", "memory.current", std::to_string(100 * mib) + "\n");
    EXPECT_EQ(look(id).scanned, 78U) << "down";
    stat("a.scope", 60 * mib, 0, 79);
    write("a.scope", "memory.swap.current", std::to_string(mib) + "\n");
    EXPECT_EQ(look(id).scanned, 79U)
        << "a unit that is swapped out as fast as it grows has the same memory.current";
}

TEST_F(Uses, SwapIsCountedAtEachLook)
{
    const UnitId id = unit("a.scope");
    (void)look(id);
    write("a.scope", "memory.swap.current", "8192\n");
    EXPECT_EQ(look(id).held, 51 * mib + 4096 + 8192);
}

TEST_F(Uses, CountersAreReadOnlyWhenAskedFor)
{
    const UnitId id = unit("a.scope");
    (void)look(id, false); // the first look reads everything
    write("a.scope", "cpu.stat", "usage_usec 800\n");
    write("a.scope", "io.stat", "8:0 rbytes=11 wbytes=20\n");
    EXPECT_EQ(look(id, false).cpu, 700us);
    EXPECT_EQ(look(id, false).io, 30U);
    EXPECT_EQ(look(id, true).cpu, 800us);
    EXPECT_EQ(look(id, false).io, 31U);
}

TEST_F(Uses, AControllerThatComesBackIsReadAgain)
{
    const UnitId id = unit("a.scope");
    std::filesystem::remove(scratch.path("root/a.scope/io.stat"));
    EXPECT_EQ(look(id, true).io, std::nullopt);
    write("a.scope", "io.stat", "8:0 rbytes=1 wbytes=1\n");
    EXPECT_EQ(look(id, true).io, 2U);
}

TEST_F(Uses, AUnitThatVanishesInBetweenIsLeftOut)
{
    const UnitId first = unit("a.scope");
    const UnitId second = unit("b.scope");
    EXPECT_EQ(uses->read(dirs_of({first, second}), true).size(), 2U);
    dirs->forget(first);
    const auto left = uses->read(dirs_of({first, second}), true);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().unit, second);
    EXPECT_TRUE(uses->read(dirs_of({UnitId{1}}), true).empty()) << "never seen";
    EXPECT_TRUE(uses->read({}, true).empty());
}

TEST_F(Uses, WhatIsMarkedForOomdIsLetBe)
{
    for (const char *mark : {oomd_mark::avoid, oomd_mark::omit}) {
        const UnitId id = unit("a.scope");
        uses.emplace(*dirs);
        EXPECT_FALSE(look(id).marked_exempt);
        ASSERT_TRUE(dirs->find(id)->set_mark(mark, std::string(300, '1')))
            << "longer than the daemon reads";
        EXPECT_FALSE(look(id).marked_exempt) << "read once per alert";
        dirs->forget(id);
        EXPECT_EQ(unit("a.scope"), id) << "it counts as a new unit";
        EXPECT_TRUE(look(id).marked_exempt) << mark;
        ASSERT_TRUE(dirs->find(id)->remove_mark(mark));
    }
}

/// Units in a slice whose files show what all of them use together.
class InSlice : public Uses {
protected:
    static constexpr const char *slice = "user.slice/user-1000.slice/user@1000.service/app.slice";
    std::vector<UnitId> units;

    void SetUp() override
    {
        Uses::SetUp();
        slice_has(0);
        write(slice, "memory.swap.current", "0\n");
        slice_used(0, 0);
    }

    void slice_has(std::uint64_t anon, int refaults = 0) const
    {
        write(slice, "memory.stat",
              std::format("swapcached 0\ninactive_anon {}\nactive_anon 0\nunevictable "
                          "0\nworkingset_refault_anon {}\nworkingset_refault_file 0\n",
                          anon, refaults));
    }

    void slice_used(int cpu_us, int io) const
    {
        write(slice, "cpu.stat", std::format("usage_usec {}\n", cpu_us));
        write(slice, "io.stat", std::format("8:0 rbytes={} wbytes=0 rios=1 wios=1\n", io));
    }

    static std::string name(std::size_t number)
    {
        return std::format("{}/app-{}.scope", slice, number);
    }

    void idle_units(std::size_t count)
    {
        for (std::size_t i = 0; i < count; ++i)
            units.push_back(unit(name(i)));
    }

    /// The unit has grown by so much, but its slice's files don't show it.
    void grows(std::size_t number, std::uint64_t to)
    {
        write(name(number), "memory.current", std::to_string(100 * mib + to) + "\n");
        stat(name(number), to);
    }

    std::vector<UnitId> seen(bool counters_too = false)
    {
        std::vector<UnitId> changed;
        for (const UnitUse &use : uses->changes(dirs_of(units), counters_too))
            changed.push_back(use.unit);
        return changed;
    }
};

// Looks within which each idle unit is read, whatever its slice shows.
constexpr int idle_within = 50;

TEST_F(InSlice, AllAreToldAtFirstAndThenWhatHasChanged)
{
    idle_units(100);
    EXPECT_EQ(seen().size(), 100U);
    for (int i = 0; i < 3; ++i)
        EXPECT_TRUE(seen().empty());
    EXPECT_EQ(uses->read(dirs_of(units), false).size(), 100U);
    EXPECT_TRUE(seen().empty());
}

TEST_F(InSlice, AnIdleOneThatGrowsIsFoundInTheSameLook)
{
    idle_units(100);
    (void)seen();
    for (int i = 0; i < 3 * idle_within; ++i)
        ASSERT_TRUE(seen().empty());
    grows(7, 300 * mib);
    slice_has(250 * mib);
    EXPECT_EQ(seen(), std::vector{units[7]});
    // From now on, the unit is among those that are read each time.
    for (std::uint64_t i = 1; i < 20; ++i) {
        grows(7, 300 * mib + i * mib);
        EXPECT_EQ(seen(), std::vector{units[7]}) << "although its slice shows no growth";
    }
    grows(8, 300 * mib);
    slice_has(2 * 250 * mib + 19 * mib);
    EXPECT_EQ(seen(), std::vector{units[8]}) << "the growth of the other is known";
}

TEST_F(InSlice, OneThatGrowsAsAnotherShrinksIsFoundByTurns)
{
    idle_units(100);
    (void)seen();
    grows(7, 300 * mib);
    int looks = 1;
    while (seen().empty() && looks <= idle_within)
        ++looks;
    EXPECT_LE(looks, idle_within);
}

TEST_F(InSlice, ThrashingIsFoundBySize)
{
    idle_units(100);
    (void)seen();
    (void)seen();
    write(name(7), "memory.stat",
          "swapcached 0\ninactive_anon 1\nactive_anon 1\nunevictable 1\nworkingset_refault_anon "
          "5000\nworkingset_refault_file 0\n");
    slice_has(0, 5000);
    EXPECT_EQ(seen(), std::vector{units[7]}) << "its size has stayed the same";
}

TEST_F(InSlice, WhoRunsOrReadsIsFoundWithTheCounters)
{
    idle_units(100);
    (void)seen(true);
    (void)seen(true);
    write(name(7), "cpu.stat", "usage_usec 400700\n");
    slice_used(400'000, 0);
    EXPECT_EQ(seen(true), std::vector{units[7]});
    write(name(8), "io.stat", "8:0 rbytes=9000000 wbytes=20 rios=1 wios=1\n");
    slice_used(400'000, 9'000'000);
    EXPECT_EQ(seen(true), std::vector{units[8]});
}

TEST_F(InSlice, WhereTheSliceTellsNothingEachIsAsked)
{
    idle_units(100);
    std::filesystem::remove(scratch.path(std::format("root/{}/memory.stat", slice)));
    (void)seen();
    for (const std::size_t number : {7U, 8U, 9U}) {
        grows(number, 300 * mib);
        EXPECT_EQ(seen(), std::vector{units[number]});
    }
}

TEST_F(InSlice, OfIdleUnitsNoFilesAreKeptOpen)
{
    const auto open_files = [] {
        return std::distance(std::filesystem::directory_iterator{"/proc/self/fd"},
                             std::filesystem::directory_iterator{});
    };
    idle_units(100);
    constexpr int of_slice = 5;
    const auto before = open_files();
    (void)seen(true);
    EXPECT_LE(open_files(), before + of_slice) << "the slice's directory and files";
    grows(7, 300 * mib);
    slice_has(250 * mib);
    (void)seen(true);
    (void)seen(true);
    EXPECT_LE(open_files(), before + of_slice + 5) << "and those of the busy unit";
    for (int i = 0; i < 2 * idle_within; ++i)
        (void)seen(true);
    EXPECT_LE(open_files(), before + of_slice);
}

} // namespace

} // namespace headroom
