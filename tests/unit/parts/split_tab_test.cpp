// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "act/split_tab.h"
#include "act/sweep.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/stat.h>

namespace headroom {

namespace {

using seen::Scratch;

constexpr const char *manager = "/user@1000.service";
constexpr const char *terminal_path = "/user@1000.service/app.slice/app-foot-1.scope";
const std::string scope_name = "app-headroom.tab-foot-42.scope";

/// A terminal, and a tab of it in a scope. A pipe in place of the terminal's cgroup.procs shows
/// which processes are moved back.
class SplitTab : public testing::Test {
protected:
    Scratch scratch;
    UniqueFd pipe;
    std::optional<CgroupDirs> dirs;
    const std::string scope_path = std::string{manager} + "/app.slice/" + scope_name;

    void SetUp() override
    {
        scratch.cgroup(std::string{"root"} + terminal_path);
        scratch.cgroup("root" + scope_path);
        const std::string procs =
            scratch.path(std::string{"root"} + terminal_path + "/cgroup.procs");
        std::filesystem::remove(procs);
        ASSERT_EQ(mkfifo(procs.c_str(), 0600), 0);
        pipe.reset(open(procs.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC));
        ASSERT_TRUE(pipe);
        auto opened = CgroupDirs::open(scratch.path("root"));
        ASSERT_TRUE(opened);
        dirs.emplace(std::move(*opened));
        holds("4201\n4202\n");
    }

    void holds(std::string_view pids) const
    {
        scratch.file("root" + scope_path + "/cgroup.procs", pids);
    }
    [[nodiscard]] CgroupDir terminal() const
    {
        return *CgroupDir::open(dirs->root(), terminal_path);
    }
    [[nodiscard]] CgroupDir scope() const { return *CgroupDir::open(dirs->root(), scope_path); }

    [[nodiscard]] std::string moved_back() const
    {
        std::string text(4096, '\0');
        const ssize_t got = read(pipe.get(), text.data(), text.size());
        text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        return text;
    }

    [[nodiscard]] Swept sweeps(SweepAt at = SweepAt::Start) const
    {
        return sweep(*dirs, manager, scratch.path("run"), at,
                     [](const Leftover &) { return true; });
    }
};

TEST_F(SplitTab, AllOfItIsMovedBack)
{
    EXPECT_EQ(rejoin(terminal(), scope()).value_or(0), 2U);
    EXPECT_EQ(moved_back(), "42014202");
}

TEST_F(SplitTab, WhatHasNothingInItIsDone)
{
    holds("");
    EXPECT_EQ(rejoin(terminal(), scope()).value_or(1), 0U);
}

TEST_F(SplitTab, AScopeThatIsGoneIsDone)
{
    const CgroupDir gone = scope();
    std::filesystem::remove_all(scratch.path("root" + scope_path));
    EXPECT_EQ(rejoin(terminal(), gone).value_or(1), 0U);
}

TEST_F(SplitTab, ATerminalThatIsGoneIsAnError)
{
    const CgroupDir gone = terminal();
    std::filesystem::remove_all(scratch.path(std::string{"root"} + terminal_path));
    EXPECT_FALSE(rejoin(gone, scope()));
}

TEST_F(SplitTab, TheLedgerNamesEveryScope)
{
    ASSERT_TRUE(note_split(terminal(), scope_name));
    ASSERT_TRUE(note_split(terminal(), "app-headroom.tab-foot-43.scope"));
    EXPECT_EQ(terminal().mark(mark::split).value_or(""),
              scope_name + " app-headroom.tab-foot-43.scope");
    forget_split(terminal(), scope_name);
    EXPECT_EQ(terminal().mark(mark::split).value_or(""), "app-headroom.tab-foot-43.scope");
    forget_split(terminal(), "app-headroom.tab-foot-43.scope");
    EXPECT_FALSE(terminal().mark(mark::split));
}

TEST_F(SplitTab, Invariant1TheLedgerOfManyTabsIsReadWhole)
{
    const auto name = [](int tab) {
        return std::format("app-headroom.tab-org.kde.konsole-{}.scope", 100'000 + tab);
    };
    constexpr int tabs = 64;
    std::string all;
    for (int tab = 0; tab < tabs; ++tab) {
        ASSERT_TRUE(note_split(terminal(), name(tab)));
        all += (tab == 0 ? "" : " ") + name(tab);
    }
    EXPECT_EQ(terminal().mark(mark::split).value_or(""), all);
    forget_split(terminal(), name(0));
    EXPECT_EQ(terminal().mark(mark::split).value_or(""), all.substr(name(0).size() + 1));
    ASSERT_TRUE(note_split(terminal(), scope_name));
    EXPECT_EQ(sweeps().rejoined, 2U);
    EXPECT_FALSE(terminal().mark(mark::split));
}

TEST_F(SplitTab, Invariant1TheSweepFindsTheWayBack)
{
    ASSERT_TRUE(note_split(terminal(), "app-headroom.tab-foot-41.scope")); // has ended meanwhile
    ASSERT_TRUE(note_split(terminal(), scope_name));
    EXPECT_EQ(sweeps().rejoined, 2U);
    EXPECT_EQ(moved_back(), "42014202");
    EXPECT_FALSE(terminal().mark(mark::split));
    EXPECT_EQ(sweeps().rejoined, 0U);
}

TEST_F(SplitTab, Invariant1AScopeThatSystemdMakesAfterOurEndIsFoundByTheNextStart)
{
    ASSERT_TRUE(note_split(terminal(), "app-headroom.tab-foot-41.scope"));
    ASSERT_TRUE(note_split(terminal(), scope_name));
    std::filesystem::remove_all(scratch.path("root" + scope_path));
    EXPECT_EQ(sweeps(SweepAt::End).rejoined, 0U);
    scratch.cgroup("root" + scope_path);
    holds("4201\n4202\n");
    EXPECT_EQ(sweeps(SweepAt::Start).rejoined, 2U);
    EXPECT_EQ(moved_back(), "42014202");
    EXPECT_FALSE(terminal().mark(mark::split)) << "by then, all requested scopes exist";
}

TEST_F(SplitTab, WhatTheEndHasMovedBackIsForgotten)
{
    ASSERT_TRUE(note_split(terminal(), scope_name));
    EXPECT_EQ(sweeps(SweepAt::End).rejoined, 2U);
    EXPECT_FALSE(terminal().mark(mark::split));
}

TEST_F(SplitTab, ItIsThawedBeforeItIsMoved)
{
    ASSERT_TRUE(note_split(terminal(), scope_name));
    ASSERT_TRUE(scope().write(cgroup_file::freeze, "1"));
    ASSERT_TRUE(scope().set_mark(mark::frozen, "1"));
    EXPECT_EQ(sweeps().thawed, 1U);
    EXPECT_EQ(moved_back(), "42014202");
}

TEST_F(SplitTab, ALedgerThatNamesAnythingElseMovesNothing)
{
    scratch.cgroup(std::string{"root"} + manager + "/app.slice/app-firefox-1.scope");
    scratch.file(std::string{"root"} + manager + "/app.slice/app-firefox-1.scope/cgroup.procs",
                 "4711\n");
    for (const char *name :
         {"app-firefox-1.scope", "../app.slice/app-firefox-1.scope", "../session.slice", ""}) {
        ASSERT_TRUE(terminal().set_mark(mark::split, name));
        EXPECT_EQ(sweeps().rejoined, 0U) << name;
    }
    EXPECT_EQ(moved_back(), "");
}

class Rejoining : public SplitTab {
protected:
    std::vector<Event> reports;

    TabRejoiner rejoiner()
    {
        return TabRejoiner{*dirs, [this](Event event) { reports.push_back(std::move(event)); }};
    }
    UnitId unit() { return dirs->open_unit(scope_path).value_or(UnitId{}); }
};

TEST_F(Rejoining, HappensInAThread)
{
    TabRejoiner rejoiner = this->rejoiner();
    rejoiner.was_split(unit(), scope_name, terminal());
    rejoiner.rejoin(unit());
    std::string back;
    EXPECT_TRUE(seen::comes_true([&] { return (back += moved_back()) == "42014202"; }));
    EXPECT_TRUE(reports.empty()) << "the end of the scope is the report";
}

/// Its shell has ended. A name that stayed would be in the terminal's mark for as long as it runs.
TEST_F(Rejoining, IsNotNeededForAScopeThatHasEnded)
{
    ASSERT_TRUE(note_split(terminal(), scope_name));
    ASSERT_TRUE(note_split(terminal(), "another.scope"));
    TabRejoiner rejoiner = this->rejoiner();
    const UnitId split = unit();
    rejoiner.was_split(split, scope_name, terminal());
    std::filesystem::remove_all(scratch.path("root" + scope_path));
    rejoiner.forget(split);
    EXPECT_EQ(terminal().mark(mark::split).value_or(""), "another.scope");
}

/// It has ended before inotify reported it.
TEST_F(Rejoining, IsNotNeededForAScopeThatHasEndedUnseen)
{
    ASSERT_TRUE(note_split(terminal(), scope_name));
    TabRejoiner rejoiner = this->rejoiner();
    const UnitId split = scope().id();
    rejoiner.was_split(split, scope_name, terminal());
    rejoiner.forget(split);
    EXPECT_FALSE(terminal().mark(mark::split));
}

TEST_F(Rejoining, IsRefusedWhereNobodyKnowsTheTerminal)
{
    rejoiner().rejoin(unit());
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(std::get<event::ActRefused>(reports[0]).action, Act::Rejoin);
    EXPECT_EQ(std::get<event::ActRefused>(reports[0]).unit, unit());
}

TEST_F(Rejoining, IsRefusedWhereTheTerminalHasGone)
{
    TabRejoiner rejoiner = this->rejoiner();
    rejoiner.was_split(unit(), scope_name, terminal());
    std::filesystem::remove_all(scratch.path(std::string{"root"} + terminal_path));
    rejoiner.rejoin(unit());
    EXPECT_TRUE(seen::comes_true([&] { return !reports.empty(); }));
}

} // namespace

} // namespace headroom
