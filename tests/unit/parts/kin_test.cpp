// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/kin.h"

#include "parts/scratch.h"

#include <gmock/gmock.h>

#include <format>

// What ties units to each other, as /proc shows it.
namespace headroom {

namespace {

using seen::Scratch;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char *manager = "/user.slice/user-1000.slice/user@1000.service";

std::string unit(const std::string &name)
{
    return std::format("{}/app.slice/{}", manager, name);
}

class Ties : public testing::Test {
protected:
    Scratch scratch;
    const std::string service = unit("app-chromium@1f.service");
    const std::string scope = unit("app-org.chromium.Chromium-77.scope");

    /// In a unit, a child of parent, running a program. An empty program can't be read.
    void process(int pid, int parent, const std::string &in, const std::string &program, const std::string &name = "x")
    {
        const std::string dir = std::format("proc/{}", pid);
        scratch.dir(dir + "/task/" + std::to_string(pid));
        scratch.file(dir + "/stat", std::format("{} ({}) S {} 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 {} 0", pid, name, parent, pid * 10));
        scratch.file(dir + "/comm", name + "\n");
        scratch.file(dir + "/cgroup", "0::" + in + "\n");
        scratch.file(dir + "/cmdline", std::string_view{"/usr/bin/python3\0-I\0/usr/bin/one\0", 32});
        if (!program.empty())
            scratch.link(dir + "/exe", program);
        m_pids[in] += std::to_string(pid) + "\n";
        scratch.dir("cgroup" + in);
        scratch.file("cgroup" + in + "/cgroup.procs", m_pids[in]);
        if (parent > 1) {
            m_children[parent] += std::to_string(pid) + " ";
            scratch.dir(std::format("proc/{0}/task/{0}", parent));
            scratch.file(std::format("proc/{0}/task/{0}/children", parent), m_children[parent]);
        }
    }

    [[nodiscard]] SeenKin kin(const std::string &at) const { return kin_seen_of(scratch.path("cgroup" + at), at, manager, scratch.path("proc")); }
    [[nodiscard]] std::vector<SeenTie> look(const std::string &at) const { return kin(at).ties; }

private:
    std::map<std::string, std::string> m_pids;
    std::map<int, std::string> m_children;
};

TEST_F(Ties, ChildrenThatStayedBehindAreSeenFromBothSides)
{
    process(70, 1, scope, "/usr/lib/chromium/chromium");
    process(71, 70, service, "/usr/lib/chromium/chromium");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{service, TieKind::SameProgram}));
    EXPECT_THAT(look(service), ElementsAre(SeenTie{scope, TieKind::SameProgram}));
}

TEST_F(Ties, AChildOfAnotherThreadCountsToo)
{
    process(70, 1, scope, "/usr/lib/chromium/chromium");
    process(71, 1, service, "/usr/lib/chromium/chromium");
    scratch.dir("proc/70/task/72");
    scratch.file("proc/70/task/72/children", "71 ");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{service, TieKind::SameProgram}));
}

TEST_F(Ties, AnotherProgramIsNoTie)
{
    process(70, 1, scope, "/usr/bin/konsole");
    process(71, 70, service, "/usr/bin/make");
    EXPECT_THAT(look(scope), IsEmpty());
    EXPECT_THAT(look(service), IsEmpty());
}

TEST_F(Ties, AChildElsewhereIsToldWhateverItRuns)
{
    const std::string shell = std::string{manager} + "/session.slice/org.gnome.Shell@wayland.service";
    process(70, 1, scope, "/usr/bin/xterm");
    process(71, 70, shell, "/usr/bin/bash");
    process(72, 70, scope, "/usr/bin/bash");
    process(73, 70, std::string{manager} + "/init.scope", "/usr/bin/bash");
    EXPECT_THAT(kin(scope).children, ElementsAre(ChildElsewhere{71, shell}));
    EXPECT_THAT(kin(shell).children, IsEmpty());
}

TEST_F(Ties, AShellIsNobodysOtherHalf)
{
    process(70, 1, scope, "/usr/bin/bash");
    process(71, 70, service, "/usr/bin/bash");
    EXPECT_THAT(look(scope), IsEmpty());
}

TEST_F(Ties, WhatIsInATabIsTheTabsAndNotTheTerminals)
{
    const std::string konsole = unit("app-org.kde.konsole-1.scope");
    const std::string tab = konsole + "/tab(60).scope";
    process(59, 1, konsole + "/main.scope", "/usr/bin/konsole");
    process(60, 59, tab, "/usr/bin/bash");
    process(70, 60, scope, "/usr/lib/chromium/chromium");
    process(71, 70, tab, "/usr/lib/chromium/chromium");
    EXPECT_THAT(look(konsole), IsEmpty());
    EXPECT_THAT(look(tab), ElementsAre(SeenTie{scope, TieKind::SameProgram}));
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{tab, TieKind::SameProgram}));
}

TEST_F(Ties, WithinAUnitNothingIsATie)
{
    process(70, 1, scope, "/usr/lib/chromium/chromium");
    process(71, 70, scope + "/inner", "/usr/lib/chromium/chromium");
    EXPECT_THAT(look(scope), IsEmpty());
}

TEST_F(Ties, TheSessionsOwnManagerAndOtherUsersUnitsAreNone)
{
    process(70, 1, "/user.slice/user-1000.slice/session-2.scope", "/usr/bin/x");
    process(71, 70, scope, "/usr/bin/x");
    EXPECT_THAT(look(scope), IsEmpty());
    process(72, 1, std::string{manager} + "/init.scope", "/usr/bin/x");
    process(73, 72, service, "/usr/bin/x");
    EXPECT_THAT(look(service), IsEmpty());
}

TEST_F(Ties, WhereTheProgramIsHiddenItsNameDecides)
{
    process(70, 1, scope, "/usr/lib/chromium/chromium", "chromium");
    process(71, 70, service, "", "chromium");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{service, TieKind::SameProgram}));
}

TEST_F(Ties, WhereTheNameDoesNotHelpItIsUntold)
{
    process(70, 1, scope, "/usr/lib/chromium/chromium", "chromium");
    process(71, 70, service, "", "renderer");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{service, TieKind::Untold}));
}

TEST_F(Ties, TwoScriptsOfOneInterpreterAreTwoPrograms)
{
    process(70, 1, scope, "/usr/bin/python3.13");
    process(71, 70, service, "/usr/bin/python3.13");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{service, TieKind::SameProgram}));
    scratch.file("proc/71/cmdline", std::string_view{"/usr/bin/python3\0/usr/bin/other\0", 32});
    EXPECT_THAT(look(scope), IsEmpty());
}

TEST_F(Ties, OfAUnitThatIsGoneThereAreNone)
{
    EXPECT_THAT(look(scope), IsEmpty());
}

} // namespace

} // namespace headroom
