// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure_uses.h"

#include "parts/scratch.h"

#include <optional>

namespace headroom {

namespace {

using seen::Scratch;
using namespace std::chrono_literals;

constexpr std::uint64_t mib = 1U << 20U;
constexpr int all_within = 20; // looks within which each memory.stat is read, whatever else happens

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

    void write(const std::string &unit, const std::string &file, const std::string &text) const { scratch.file("root/" + unit + "/" + file, text); }

    void stat(const std::string &unit, std::uint64_t anon, std::uint64_t swapcached = 0, int scanned = 0) const
    {
        write(unit, "memory.stat",
              std::format("anon 1\nswapcached {}\ninactive_anon {}\nactive_anon {}\nunevictable 4096\nworkingset_refault_anon 30\n"
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

    /// Of the one unit there is.
    UnitUse look(UnitId id, bool counters_too = false)
    {
        const auto seen = uses->read({id}, counters_too);
        EXPECT_EQ(seen.size(), 1U);
        return seen.size() == 1 ? seen.front() : UnitUse{};
    }
};

TEST_F(Uses, AllOfItIsRead)
{
    const UnitId id = unit("a.scope");
    EXPECT_EQ(look(id), (UnitUse{.unit = id, .held = 51 * mib + 4096, .scanned = 0, .refaults = 42, .cpu = 700us, .io = 30, .let_be = false}));
}

TEST_F(Uses, WhatIsSwappedOutIsHeldAndWhatCameBackCountsOnce)
{
    const UnitId id = unit("a.scope");
    write("a.scope", "memory.swap.current", std::to_string(30 * mib) + "\n");
    EXPECT_EQ(look(id).held, 81 * mib + 4096);
    // It has 20 MiB back in memory, and their place in swap still.
    write("a.scope", "memory.current", std::to_string(120 * mib) + "\n");
    stat("a.scope", 70 * mib, 20 * mib);
    EXPECT_EQ(look(id).held, 81 * mib + 4096) << "it has taken nothing";
    // More comes back than the counters, which are of different moments, say is out.
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
             Row{"memory.current", nullptr, {.unit = id, .cpu = 700us, .io = 30}}, // no memory controller here
             Row{"memory.current", "max\n", {.unit = id, .cpu = 700us, .io = 30}}, Row{"memory.stat", nullptr, {.unit = id, .cpu = 700us, .io = 30}},
             Row{"memory.stat", "active_anon 1\ninactive_anon 2\nunevictable 3\npgscan 4\n", {.unit = id, .scanned = 4, .cpu = 700us, .io = 30}},
             Row{"memory.stat", "swapcached 0\ninactive_anon 2\nunevictable 3\n", {.unit = id, .cpu = 700us, .io = 30}},
             Row{"memory.swap.current", "?\n", {.unit = id, .scanned = 0, .refaults = 42, .cpu = 700us, .io = 30}},
             Row{"cpu.stat", nullptr, {.unit = id, .held = whole.held, .scanned = 0, .refaults = 42, .io = 30}},
             Row{"io.stat", nullptr, {.unit = id, .held = whole.held, .scanned = 0, .refaults = 42, .cpu = 700us}},
             Row{"io.stat", "", {.unit = id, .held = whole.held, .scanned = 0, .refaults = 42, .cpu = 700us, .io = 0}}, // it has done none
         }) {
        unit("a.scope");
        if (row.text)
            write("a.scope", row.file, row.text);
        else
            std::filesystem::remove(scratch.path(std::string{"root/a.scope/"} + row.file));
        uses->clear();
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
    EXPECT_EQ(seen, 1) << "while its size stays, once in so many looks";

    stat("a.scope", 50 * mib, 0, 76);
    for (int turn = 0; turn < all_within && look(id).scanned != 76U; ++turn) // now it has had its turn, and waits for the next one
        continue;
    stat("a.scope", 60 * mib, 0, 77);
    write("a.scope", "memory.current", std::to_string(101 * mib - 1) + "\n");
    EXPECT_EQ(look(id).scanned, 76U) << "a byte less than it takes";
    write("a.scope", "memory.current", std::to_string(101 * mib) + "\n");
    EXPECT_EQ(look(id).scanned, 77U) << "up";
    stat("a.scope", 60 * mib, 0, 78);
    write("a.scope", "memory.current", std::to_string(100 * mib) + "\n");
    EXPECT_EQ(look(id).scanned, 78U) << "down";
    stat("a.scope", 60 * mib, 0, 79);
    write("a.scope", "memory.swap.current", std::to_string(mib) + "\n");
    EXPECT_EQ(look(id).scanned, 79U) << "a unit that goes to swap as fast as it grows keeps memory.current";
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
    (void)look(id, false); // the first look is whole
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
    EXPECT_EQ(uses->read({first, second}, true).size(), 2U);
    dirs->forget(first);
    const auto left = uses->read({first, second}, true);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().unit, second);
    EXPECT_TRUE(uses->read({UnitId{1}}, true).empty()) << "never seen";
    EXPECT_TRUE(uses->read({}, true).empty());
}

TEST_F(Uses, WhatIsMarkedForOomdIsLetBe)
{
    for (const char *mark : {oomd_mark::avoid, oomd_mark::omit}) {
        const UnitId id = unit("a.scope");
        uses->clear();
        EXPECT_FALSE(look(id).let_be);
        ASSERT_TRUE(dirs->find(id)->set_mark(mark, std::string(300, '1'))) << "longer than anybody reads";
        EXPECT_FALSE(look(id).let_be) << "asked once an alert";
        uses->forget(id);
        EXPECT_TRUE(look(id).let_be) << mark;
        ASSERT_TRUE(dirs->find(id)->remove_mark(mark));
    }
}

} // namespace

} // namespace headroom
