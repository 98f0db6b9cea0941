// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "parts/freeze_and_sweep.h"
#include "parts/main_context.h"

#include "act/protection.h"
#include "act/weight.h"

#include <csignal>
#include <sys/resource.h>
#include <sys/stat.h>
#include <tuple>

namespace headroom {

namespace {

using seen::FreezeAndSweep;
using seen::top;
using seen::unit_path;

/// While it exists, every write to a file fails.
class NoWriting {
public:
    NoWriting() : m_handler(std::signal(SIGXFSZ, SIG_IGN))
    {
        EXPECT_EQ(getrlimit(RLIMIT_FSIZE, &m_limit), 0);
        const rlimit none{0, m_limit.rlim_max};
        EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);
    }
    NoWriting(const NoWriting &) = delete;
    NoWriting &operator=(const NoWriting &) = delete;
    ~NoWriting()
    {
        EXPECT_EQ(setrlimit(RLIMIT_FSIZE, &m_limit), 0);
        (void)std::signal(SIGXFSZ, m_handler);
    }

private:
    rlimit m_limit{};
    void (*m_handler)(int);
};

TEST_F(FreezeAndSweep, Invariant1WhatIsFrozenIsMarkedAndWrittenDown)
{
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    EXPECT_EQ(freeze_file(), "1");
    EXPECT_TRUE(marked());
    EXPECT_EQ(FrozenLedger::read(scratch.path("run")),
              (std::map<UnitId, std::string>{{unit(), unit_path}}));
    EXPECT_TRUE(reports.empty());

    freezer.thaw(unit());
    EXPECT_EQ(freeze_file(), "0");
    EXPECT_FALSE(marked());
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
}

TEST_F(FreezeAndSweep, Invariant1WhatCannotBeWrittenDownIsNotFrozen)
{
    scratch.dir("run/frozen.new");
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    EXPECT_EQ(freeze_file(), "0");
    EXPECT_FALSE(marked());
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(std::get<event::ActRefused>(reports[0]).action, Act::Freeze);
    EXPECT_TRUE(std::get<event::ActRefused>(reports[0]).sentence.contains("frozen.new"));
}

TEST_F(FreezeAndSweep, AUnitWithoutTheFileIsRefusedAndForgotten)
{
    std::filesystem::remove(scratch.path(std::string{"root"} + unit_path + "/cgroup.freeze"));
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(std::get<event::ActRefused>(reports[0]).unit, unit());
    EXPECT_FALSE(marked());
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
}

TEST_F(FreezeAndSweep, WhatAsksForAPasswordIsNotStoppedWithWhateverItIsIn)
{
    struct Case {
        const char *program;
        const char *name;
        bool frozen;
    };
    for (const Case &each :
         {Case{"pinentry-qt", "pinentry-qt", false}, Case{"", "polkit-gnome-au", false},
          Case{"python3.13", "cinnamon-screen", false}, Case{"python3.13", "python3", true},
          Case{"kate", "gpg-agent", true}, Case{"", "", true}}) {
        scratch.process(4711, 1, each.program, unit_path);
        scratch.file("proc/4711/comm", std::string{each.name} + "\n");
        scratch.file(std::string{"root"} + unit_path + "/cgroup.procs", "4711\n");
        reports.clear();
        Freezer freezer = this->freezer();
        freezer.freeze(unit());
        EXPECT_EQ(freeze_file(), each.frozen ? "1" : "0") << each.program << " " << each.name;
        EXPECT_EQ(reports.empty(), each.frozen);
        EXPECT_TRUE(each.frozen || FrozenLedger::read(scratch.path("run")).empty());
        freezer.thaw(unit());
        std::filesystem::remove_all(scratch.path("proc/4711"));
    }
}

TEST_F(FreezeAndSweep, AUnitThatIsGoneIsRefused)
{
    const UnitId gone = unit();
    std::filesystem::remove_all(scratch.path(std::string{"root"} + unit_path));
    Freezer freezer = this->freezer();
    freezer.freeze(gone);
    freezer.freeze(UnitId{4711});
    EXPECT_EQ(reports.size(), 2U);
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
    freezer.thaw(gone);
    freezer.thaw(UnitId{4711});
    EXPECT_EQ(reports.size(), 2U) << "there is nothing to thaw";
}

/// At the time of a thaw, neither an fd nor the memory for one may be available.
TEST_F(FreezeAndSweep, Invariant1AThawOpensNothing)
{
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    const std::string file = scratch.path(std::string{"root"} + unit_path + "/cgroup.freeze");
    std::filesystem::rename(file, file + ".kept");
    freezer.thaw(unit());
    EXPECT_EQ(scratch.text(std::string{"root"} + unit_path + "/cgroup.freeze.kept"), "0\n");
    EXPECT_FALSE(marked());
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
    std::filesystem::rename(file + ".kept", file);
    freezer.freeze(unit());
    freezer.thaw(unit());
    EXPECT_EQ(freeze_file(), "0") << "and once more";
}

TEST_F(FreezeAndSweep, Invariant1AThawThatFailsIsTriedAgain)
{
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    {
        const NoWriting now;
        freezer.thaw(unit());
        EXPECT_FALSE(freezer.is_idle());
        EXPECT_TRUE(marked());
    }
    EXPECT_EQ(freeze_file(), "1");
    EXPECT_EQ(FrozenLedger::read(scratch.path("run")).size(), 1U);
    EXPECT_TRUE(seen::comes_true([&] { return freezer.is_idle(); }));
    EXPECT_EQ(freeze_file(), "0");
    EXPECT_FALSE(marked());
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
}

/// The kernel refuses the thaw. The traces must stay for the next daemon to find, or the unit is
/// frozen for ever.
TEST_F(FreezeAndSweep, Invariant1AThawThatFailsLeavesItsTraces)
{
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    {
        const NoWriting for_long;
        freezer.thaw(unit());
        EXPECT_TRUE(seen::comes_true([&] { return freezer.is_idle(); })) << "it ends";
    }
    EXPECT_EQ(freeze_file(), "1");
    EXPECT_TRUE(marked());
    EXPECT_EQ(FrozenLedger::read(scratch.path("run")).size(), 1U);
    EXPECT_EQ(sweeps().thawed, 1U);
    EXPECT_EQ(freeze_file(), "0");
    EXPECT_FALSE(marked());
}

TEST_F(FreezeAndSweep, Invariant1TheSweepReportsThatAUnitStaysFrozen)
{
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    {
        const NoWriting now;
        const Swept swept = sweeps();
        EXPECT_TRUE(swept.some_stay_frozen);
        EXPECT_EQ(swept.thawed, 0U);
    }
    EXPECT_TRUE(marked());
    EXPECT_FALSE(sweeps().some_stay_frozen);
    EXPECT_EQ(freeze_file(), "0");
}

/// The walk over all units does not look into services, where Konsole's tabs may be.
TEST_F(FreezeAndSweep, Invariant1TheLedgerStaysForAUnitThatOnlyItKnows)
{
    const std::string tab = "/user.slice/app.slice/app-org.kde.konsole@1f.service/tab(2).scope";
    scratch.cgroup("root" + tab);
    freezer().freeze(unit(tab));
    {
        const NoWriting now;
        EXPECT_TRUE(sweeps().some_stay_frozen);
    }
    EXPECT_EQ(FrozenLedger::read(scratch.path("run")).size(), 1U);
    EXPECT_EQ(sweeps().thawed, 1U);
    EXPECT_FALSE(scratch.exists("run/frozen"));
}

TEST_F(FreezeAndSweep, AFreezeEndsTheTriesToThaw)
{
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    {
        const NoWriting now;
        freezer.thaw(unit());
    }
    freezer.freeze(unit());
    EXPECT_TRUE(freezer.is_idle());
    EXPECT_EQ(freeze_file(), "1");
    EXPECT_TRUE(marked());
    EXPECT_TRUE(reports.empty());
}

TEST_F(FreezeAndSweep, AUnitThatVanishesWhileFrozenIsForgotten)
{
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    const UnitId gone = unit();
    std::filesystem::remove_all(scratch.path(std::string{"root"} + unit_path));
    dirs->forget(gone);
    freezer.forget(UnitId{4711});
    EXPECT_EQ(FrozenLedger::read(scratch.path("run")).size(), 1U);
    freezer.forget(gone);
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
}

TEST_F(FreezeAndSweep, Invariant1TheSweepThawsWhatIsMarkedOnce)
{
    freezer().freeze(unit()); // the daemon ends here
    EXPECT_EQ(sweeps().thawed, 1U) << "in the ledger and marked, but only one unit";
    EXPECT_EQ(freeze_file(), "0");
    EXPECT_FALSE(marked());
    EXPECT_FALSE(scratch.exists("run/frozen"));
    EXPECT_EQ(sweeps().thawed, 0U);
    EXPECT_TRUE(unset.empty());
}

TEST_F(FreezeAndSweep, Invariant1TheSweepNeedsNoLedger)
{
    freezer().freeze(unit());
    std::filesystem::remove_all(scratch.path("run"));
    EXPECT_EQ(sweeps().thawed, 1U);
    EXPECT_EQ(freeze_file(), "0");
}

TEST_F(FreezeAndSweep, Invariant8TheSweepThawsNothingThatSomebodyElseFroze)
{
    const std::string file = std::string{"root"} + unit_path + "/cgroup.freeze";
    scratch.file(file, "1\n");
    scratch.file("run/frozen", std::format("{} {}\n", unit().inode, unit_path));
    EXPECT_EQ(sweeps().thawed, 0U) << "in the ledger, but the crash came before the freeze";
    scratch.file("run/frozen", std::format("1 {}\n2 /../../etc\nnonsense\n", unit_path));
    EXPECT_EQ(sweeps().thawed, 0U) << "another unit has the path now";
    EXPECT_EQ(freeze_file(), "1");
}

TEST_F(FreezeAndSweep, Invariant8WhatSomebodyElseFrozeIsNotOursToThaw)
{
    scratch.file(std::string{"root"} + unit_path + "/cgroup.freeze", "1\n");
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(std::get<event::ActRefused>(reports[0]).sentence,
              "another program has frozen app-x-1.scope");
    EXPECT_FALSE(marked());
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
    EXPECT_EQ(sweeps().thawed, 0U);
    EXPECT_EQ(freeze_file(), "1");
}

TEST_F(FreezeAndSweep, Invariant8WhatSystemdFreezesMeanwhileIsLeftToIt)
{
    Freezer freezer = this->freezer();
    freezer.leave_to_systemd(unit());
    EXPECT_TRUE(reports.empty()) << "it is not frozen by us";
    freezer.freeze(unit());
    freezer.leave_to_systemd(unit());
    EXPECT_EQ(freeze_file(), "1");
    EXPECT_FALSE(marked());
    EXPECT_FALSE(marked(oomd_mark::avoid));
    EXPECT_TRUE(FrozenLedger::read(scratch.path("run")).empty());
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(std::get<event::ActRefused>(reports[0]).action, Act::Freeze);
    EXPECT_EQ(sweeps().thawed, 0U);
    EXPECT_EQ(freeze_file(), "1");
}

TEST_F(FreezeAndSweep, Invariant8WhatCantBeReadMayBeFrozenBySomebodyElse)
{
    const std::string file = scratch.path(std::string{"root"} + unit_path + "/cgroup.freeze");
    std::filesystem::remove(file);
    ASSERT_EQ(mkfifo(file.c_str(), 0600), 0); // it can be opened, and has no offset to read at
    Freezer freezer = this->freezer();
    freezer.freeze(unit());
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_TRUE(std::get<event::ActRefused>(reports[0]).sentence.starts_with("reading "));
}

TEST_F(FreezeAndSweep, Invariant1TheSweepIsDoneAgainIfItCouldNotOpenAll)
{
    freezer().freeze(unit());
    std::filesystem::remove_all(scratch.path("run"));
    rlimit limit{};
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    const rlimit none{0, limit.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
    const Swept swept = sweeps();
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
    EXPECT_TRUE(swept.some_stay_frozen);
    EXPECT_EQ(sweeps().thawed, 1U);
}

TEST_F(FreezeAndSweep, Invariant8TheSweepLeavesWhatSomebodyElseHasSetSince)
{
    const CgroupDir &dir = *dirs->find(unit());
    ASSERT_TRUE(dir.set_mark(mark::weights, "cpu=500 io=500 cpu=20 io=20"));
    ASSERT_TRUE(dir.set_mark(mark::protection, "low=4096"));
    const std::string at = std::string{"root"} + unit_path;
    scratch.file(at + "/cpu.weight", "300\n");
    scratch.file(at + "/io.weight", "default 250\n");
    scratch.file(at + "/memory.low", "8192\n");
    EXPECT_EQ(sweeps().unweighted, 0U);
    EXPECT_TRUE(unset.empty());
    EXPECT_FALSE(marked(mark::weights)) << "nothing of ours is left";
    EXPECT_FALSE(marked(mark::protection));
}

TEST_F(FreezeAndSweep, Invariant8MarksForOomdThatOthersSetMeanwhileStay)
{
    const UnitId frozen = unit();
    const CgroupDir &dir = *dirs->find(frozen);
    for (const char *name : {oomd_mark::avoid, oomd_mark::omit}) {
        for (const bool crashes : {false, true}) {
            Freezer freezer = this->freezer();
            freezer.freeze(frozen);
            ASSERT_TRUE(dir.is_avoid_ours());
            ASSERT_TRUE(dir.set_mark(name, "1"));
            if (crashes) {
                EXPECT_EQ(sweeps().thawed, 1U);
            } else {
                freezer.thaw(frozen);
            }
            EXPECT_EQ(freeze_file(), "0");
            EXPECT_EQ(dir.mark(name).value_or(""), "1") << name << " crashes: " << crashes;
            EXPECT_FALSE(marked(mark::avoid));
            EXPECT_EQ(sweeps().thawed, 0U);
            EXPECT_EQ(dir.mark(name).value_or(""), "1") << name << ": the next start";
            ASSERT_TRUE(dir.remove_mark(name));
            EXPECT_FALSE(marked(oomd_mark::avoid));
        }
    }
}

TEST_F(FreezeAndSweep, TheSweepUnsetsOnlyWhatIsStillInForce)
{
    const CgroupDir &dir = *dirs->find(unit());
    const std::string at = std::string{"root"} + unit_path;
    ASSERT_TRUE(dir.set_mark(mark::weights, "cpu=500 io=500 cpu=20 io=20"));
    for (const auto &[cpu, io, expected] : {
             std::tuple{"300", "default 500", "IOWeight"}, // the first of ours is still in force
             std::tuple{"20", "default 250", "CPUWeight"},
             std::tuple{"100", "default 100", "CPUWeight IOWeight"}, // systemd hadn't written yet
         }) {
        scratch.file(at + "/cpu.weight", std::string{cpu} + "\n");
        scratch.file(at + "/io.weight", std::string{io} + "\n");
        const VariantPtr call{g_variant_ref_sink(unset_noted_weights(dir))};
        const CharPtr text{g_variant_print(call.get(), FALSE)};
        for (const char *property : {"CPUWeight", "IOWeight"})
            EXPECT_EQ(std::string_view{text.get()}.contains(property),
                      std::string_view{expected}.contains(property))
                << text.get();
    }
    ASSERT_TRUE(dir.set_mark(mark::protection, "low=4096"));
    scratch.file(at + "/memory.low", "max\n");
    EXPECT_EQ(unset_noted_protection(dir), nullptr);
}

TEST_F(FreezeAndSweep, TheSweepGivesWeightsBack)
{
    ASSERT_TRUE(dirs->find(unit())->set_mark(mark::weights, "cpu=500"));
    EXPECT_EQ(sweeps(/*unsets=*/false).unweighted, 0U);
    EXPECT_TRUE(marked(mark::weights)) << "not undone yet";
    EXPECT_EQ(sweeps().unweighted, 1U);
    EXPECT_FALSE(marked(mark::weights));
    EXPECT_EQ(unset, (std::vector<std::string>{"app-x-1.scope", "app-x-1.scope"}));
}

TEST_F(FreezeAndSweep, TheSweepEndsProtectionsOfUnitsAndSlices)
{
    scratch.file("root/user.slice/app.slice/cgroup.procs", "");
    const UnitId slice = unit("/user.slice/app.slice");
    ASSERT_TRUE(dirs->find(slice)->set_mark(mark::protection, "low=4096"));
    ASSERT_TRUE(dirs->find(unit())->set_mark(mark::protection, "low=4096"));
    EXPECT_EQ(sweeps(/*unsets=*/false).unprotected, 0U);
    EXPECT_TRUE(marked(mark::protection)) << "not undone yet";
    unset.clear();
    EXPECT_EQ(sweeps().unprotected, 2U);
    EXPECT_FALSE(marked(mark::protection));
    EXPECT_FALSE(dirs->find(slice)->has_mark(mark::protection));
    EXPECT_EQ(unset,
              (std::vector<std::string>{"user.headroom.protection of app-x-1.scope",
                                        "user.headroom.protection of app.slice"}));
}

TEST_F(FreezeAndSweep, TheSweepLooksIntoSlicesOnly)
{
    const std::string inside = std::string{unit_path} + "/tab.scope";
    scratch.cgroup("root" + inside);
    ASSERT_TRUE(dirs->find(unit(inside))->set_mark(mark::frozen, "1"));
    EXPECT_EQ(sweeps().thawed, 0U) << "cgroups inside a unit belong to the unit";
    EXPECT_EQ(sweep(*dirs, "/none.slice", scratch.path("run"), SweepAt::End,
                    [](const Leftover &) { return true; })
                  .thawed,
              0U);
}

} // namespace

} // namespace headroom
