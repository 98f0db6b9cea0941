// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "parts/freeze_and_sweep.h"
#include "parts/main_context.h"

#include <format>

namespace headroom {

namespace {

using seen::FreezeAndSweep;
using seen::unit_path;

/// Units with more processes or cgroups than the loop has time for.
class FreezeLargeUnit : public FreezeAndSweep {
protected:
    static constexpr int first_pid = 5'000'000; ///< no process has such a one, nor has this test

    void has_processes(int count)
    {
        std::string procs;
        for (int number = 1; number <= count; ++number)
            procs += std::to_string(first_pid + number) + "\n";
        scratch.file(std::string{"root"} + unit_path + "/cgroup.procs", procs);
    }
    void has_cgroups(int count)
    {
        for (int i = 0; i < count; ++i)
            scratch.cgroup(std::format("root{}/{}", unit_path, i));
    }
    void has_prompt(int pid)
    {
        scratch.process(pid, 1, "pinentry-qt", unit_path);
        scratch.file(std::format("proc/{}/comm", pid), "pinentry-qt\n");
    }
    void is_refused(const std::string &why)
    {
        Freezer freezer = this->freezer();
        freezer.freeze(unit());
        EXPECT_TRUE(seen::comes_true([&] { return !reports.empty(); }));
        ASSERT_EQ(reports.size(), 1U);
        EXPECT_TRUE(std::get<event::ActRefused>(reports[0]).sentence.contains(why));
        EXPECT_EQ(freeze_file(), "0");
        EXPECT_FALSE(marked());
        EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
    }
};

TEST_F(FreezeLargeUnit, IsFrozenOnceAThreadHasLookedAtIt)
{
    has_processes(300);
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    EXPECT_EQ(freeze_file(), "0");
    EXPECT_TRUE(seen::comes_true([&] { return freeze_file() == "1"; }));
    EXPECT_TRUE(marked());
    EXPECT_TRUE(reports.empty());
    freezer.thaw(unit());
    EXPECT_EQ(freeze_file(), "0");
}

TEST_F(FreezeLargeUnit, IsNotFrozenAfterItsThaw)
{
    has_processes(300);
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    freezer.thaw(unit());
    freezer.freeze(unit());
    freezer.forget(unit());
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_EQ(freeze_file(), "0");
    EXPECT_FALSE(marked());
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
}

TEST_F(FreezeLargeUnit, AThawBeforeThatLeavesAnotherProgramsFreezeInForce)
{
    has_processes(300);
    scratch.file(std::string{"root"} + unit_path + "/cgroup.freeze", "1");
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    freezer.thaw(unit());
    EXPECT_TRUE(seen::becomes_quiet());
    EXPECT_EQ(freeze_file(), "1");
}

TEST_F(FreezeLargeUnit, APromptAmongManyProcessesIsFound)
{
    has_processes(300);
    has_prompt(first_pid + 299);
    is_refused("pinentry-qt runs in");
}

TEST_F(FreezeLargeUnit, APromptInOneOfManyCgroupsIsFound)
{
    has_cgroups(100);
    has_prompt(4711);
    for (const char *below : {"/7", "/50", "/99"})
        scratch.file(std::format("root{}{}/cgroup.procs", unit_path, below), "4711\n");
    is_refused("pinentry-qt runs in");
}

TEST_F(FreezeLargeUnit, WhatHasTooManyProcessesIsRefused)
{
    has_processes(5000);
    is_refused("not all processes of app-x-1.scope could be looked at");
}

/// As if no descriptor were left, or no memory. A password prompt may be in it.
TEST_F(FreezeLargeUnit, WhatIsUnreadableIsRefused)
{
    for (const char *below : {"", "/below"}) {
        for (const bool opens : {true, false}) {
            SCOPED_TRACE(std::format("\"{}\", {}", below, opens));
            scratch.cgroup(std::string{"root"} + unit_path);
            scratch.cgroup(std::string{"root"} + unit_path + below);
            const std::string procs = std::string{"root"} + unit_path + below + "/cgroup.procs";
            std::filesystem::remove_all(scratch.path(procs));
            if (opens)
                scratch.dir(procs); // and can't be read
            else
                scratch.link(procs, "elsewhere");
            is_refused("not all processes of app-x-1.scope could be looked at");
            reports.clear();
            std::filesystem::remove_all(scratch.path(procs));
        }
    }
}

TEST_F(FreezeLargeUnit, WhatHasGoneBelowIsNoLoss)
{
    std::filesystem::create_directory(
        scratch.path(std::string{"root"} + unit_path + "/gone")); // its files are, too
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    EXPECT_EQ(freeze_file(), "1");
}

TEST_F(FreezeLargeUnit, WhatIsTooDeepIsRefused)
{
    std::string below = unit_path;
    for (int i = 0; i < 40; ++i)
        scratch.cgroup("root" + (below += "/d"));
    is_refused("not all processes of app-x-1.scope could be looked at");
}

} // namespace

} // namespace headroom
