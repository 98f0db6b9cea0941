// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/units/kin.h"

#include "parts/scratch.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <format>

// Ties between units, as /proc shows them.
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

    /// A process in a unit. An empty `program` makes its executable unreadable.
    void process(int pid, int parent, const std::string &in, const std::string &program,
                 const std::string &name = "x")
    {
        const std::string dir = std::format("proc/{}", pid);
        scratch.dir(dir + "/task/" + std::to_string(pid));
        scratch.file(dir + "/stat",
                     std::format("{} ({}) S {} 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 {} 0", pid, name,
                                 parent, pid * 10));
        scratch.file(dir + "/comm", name + "\n");
        scratch.file(dir + "/cgroup", "0::" + in + "\n");
        scratch.file(dir + "/cmdline",
                     std::string_view{"/usr/bin/python3\0-I\0/usr/bin/one\0", 32});
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

    /// The same, in a session and with a terminal of its own.
    void shell(int pid, int parent, const std::string &in, const std::string &program)
    {
        process(pid, parent, in, program);
        scratch.file(std::format("proc/{}/stat", pid),
                     std::format("{0} (x) S {1} {0} {0} 34816 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 {0}0 0",
                                 pid, parent));
    }

    [[nodiscard]] SeenKin kin(const std::string &at) const
    {
        return kin_seen_of(scratch.path("cgroup" + at), at, manager, scratch.path("proc"));
    }
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
    const std::string shell =
        std::string{manager} + "/session.slice/org.gnome.Shell@wayland.service";
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
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{service, TieKind::Unreadable}));
}

TEST_F(Ties, TwoScriptsOfOneInterpreterAreTwoPrograms)
{
    process(70, 1, scope, "/usr/bin/python3.13");
    process(71, 70, service, "/usr/bin/python3.13");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{service, TieKind::SameProgram}));
    scratch.file("proc/71/cmdline", std::string_view{"/usr/bin/python3\0/usr/bin/other\0", 32});
    EXPECT_THAT(look(scope), IsEmpty());
}

/// setsid chromium &
TEST_F(Ties, AGuestOfATerminalIsNotTheTerminals)
{
    const std::string foot = unit("app-foot@1.service");
    process(50, 1, foot, "/usr/bin/foot");
    shell(51, 50, foot, "/usr/bin/bash");
    process(70, 1, scope, "/usr/lib/chromium/chromium");
    process(71, 70, foot, "/usr/lib/chromium/chromium");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{foot, TieKind::Unreadable}));
    EXPECT_THAT(look(foot), ElementsAre(SeenTie{scope, TieKind::Unreadable}));
    EXPECT_THAT(kin(scope).children, ElementsAre(ChildElsewhere{71, foot, true, true}));
}

TEST_F(Ties, NorIsOneWhoseParentIsInATab)
{
    const std::string foot = unit("app-foot@1.service");
    process(50, 1, foot, "/usr/bin/foot");
    shell(51, 50, foot, "/usr/bin/bash");
    process(70, 51, scope, "/usr/lib/chromium/chromium");
    process(71, 70, foot, "/usr/lib/chromium/chromium");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{foot, TieKind::Unreadable}));
    EXPECT_THAT(kin(foot).children, ElementsAre(ChildElsewhere{70, scope, false}))
        << "it moved there by itself";
}

/// xterm -e chromium
TEST_F(Ties, NorIsOneThatATerminalHasStartedWithoutAShell)
{
    const std::string xterm = unit("app-xterm@1.service");
    process(50, 1, xterm, "/usr/bin/xterm");
    shell(70, 50, scope, "/usr/lib/chromium/chromium");
    process(71, 70, xterm, "/usr/lib/chromium/chromium");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{xterm, TieKind::Unreadable}));
    EXPECT_THAT(kin(scope).children, ElementsAre(ChildElsewhere{71, xterm, true, true}));
}

TEST_F(Ties, InATerminalsTabItIsAGuestToo)
{
    const std::string konsole = unit("app-org.kde.konsole-1.scope");
    const std::string tab = konsole + "/tab(60).scope";
    process(59, 1, konsole + "/main.scope", "/usr/bin/konsole");
    shell(60, 59, tab, "/usr/bin/bash");
    process(70, 60, scope, "/usr/lib/chromium/chromium");
    process(71, 70, tab, "/usr/lib/chromium/chromium");
    EXPECT_THAT(kin(scope).children, ElementsAre(ChildElsewhere{71, tab, true, true}));
}

/// setsid konsole &
TEST_F(Ties, AGuestThatIsATerminalLeavesItsShell)
{
    const std::string foot = unit("app-foot@1.service");
    const std::string konsole = unit("app-org.kde.konsole-70.scope");
    process(50, 1, foot, "/usr/bin/foot");
    shell(51, 50, foot, "/usr/bin/bash");
    process(70, 1, konsole, "/usr/bin/konsole");
    shell(71, 70, foot, "/usr/bin/bash");
    process(72, 70, foot, "/usr/bin/make");
    EXPECT_THAT(kin(konsole).children,
                ElementsAre(ChildElsewhere{71, foot, true}, ChildElsewhere{72, foot, false}));
    EXPECT_THAT(look(konsole), IsEmpty());
}

/// Konsole was adopted just as it asked systemd for a scope.
TEST_F(Ties, NorDoesItLeaveItsShellInAScopeOfOurs)
{
    const std::string ours = unit("app-headroom-konsole-0123456789abcdef.scope");
    const std::string konsole = unit("app-org.kde.konsole-70.scope");
    process(70, 1, konsole, "/usr/bin/konsole");
    shell(71, 70, ours, "/usr/bin/bash");
    EXPECT_THAT(kin(konsole).children, ElementsAre(ChildElsewhere{71, ours, true}));
    process(72, 70, ours, "/usr/bin/make");
    EXPECT_THAT(kin(konsole).children,
                ElementsAre(ChildElsewhere{71, ours, true}, ChildElsewhere{72, ours, false}));
}

/// A tab of gnome-terminal-server, in which a program has a terminal of its own.
TEST_F(Ties, ATabThatIsWhereItBelongsIsNotLeft)
{
    const std::string server = unit("gnome-terminal-server.service");
    const std::string tab = unit("vte-spawn-0d5c67d5-1c4a-4a1c-9c4f-2d5a6f7b8c9d.scope");
    process(70, 1, server, "/usr/libexec/gnome-terminal-server");
    shell(71, 70, tab, "/usr/bin/bash");
    process(72, 71, tab, "/usr/bin/script");
    shell(73, 72, tab, "/usr/bin/bash");
    EXPECT_THAT(kin(server).children, ElementsAre(ChildElsewhere{71, tab, false}));
}

/// An IDE is built on Chromium, and has terminals of its own.
TEST_F(Ties, ATerminalsOtherHalfIsNoGuest)
{
    process(70, 1, scope, "/usr/share/code/code");
    shell(75, 70, scope, "/usr/bin/bash");
    process(71, 70, service, "/usr/share/code/code");
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{service, TieKind::SameProgram}));
    EXPECT_THAT(kin(scope).children, ElementsAre(ChildElsewhere{71, service, false, true}));
}

/// A link in a messenger. xdg-open waits for the browser, which has moved itself to a scope. It has
/// left both its zygotes and the reader of its output. The crash handler is an orphan.
TEST_F(Ties, OfWhatABrowserHasLeftWithAnotherAppItsOwnPartsAreTold)
{
    const std::string slack = unit("app-slack@1.service");
    const std::string program = "/usr/lib/chromium/chromium";
    process(25, 1, std::string{manager} + "/init.scope", "/usr/lib/systemd/systemd");
    process(50, 25, slack, "/usr/lib/slack/slack");
    process(60, 50, slack, "/usr/bin/dash", "xdg-open");
    process(70, 60, scope, program, "chromium");
    process(71, 70, slack, "/usr/bin/cat", "cat");
    process(72, 25, slack, "/usr/lib/chromium/chrome_crashpad_handler");
    process(73, 70, slack, program, "chromium");
    process(74, 70, slack, "", "chromium"); // its sandbox hides the executable
    process(75, 74, slack, "", "chromium");
    process(76, 73, slack, program, "chromium");
    EXPECT_THAT(kin(scope).children,
                ElementsAre(ChildElsewhere{71, slack, false, false},
                            ChildElsewhere{73, slack, false, true},
                            ChildElsewhere{74, slack, false, true}));
    EXPECT_THAT(look(scope), ElementsAre(SeenTie{slack, TieKind::SameProgram}));
    EXPECT_THAT(look(slack), ElementsAre(SeenTie{scope, TieKind::SameProgram}));
}

TEST_F(Ties, OfManyPartsAFewAreTold)
{
    process(70, 1, scope, "/usr/lib/chromium/chromium");
    for (int pid = 100; pid < 140; ++pid)
        process(pid, 70, service, "/usr/lib/chromium/chromium");
    const auto children = kin(scope).children;
    EXPECT_EQ(children.size(), 40U);
    EXPECT_EQ(std::ranges::count(children, true, &ChildElsewhere::same_program), 16);
}

TEST_F(Ties, ATabInTheSliceOfAllAppsShowsWhatHasStartedIt)
{
    const std::string console = unit("app-org.gnome.Console-1.scope");
    const std::string tab = unit("vte-spawn-0a1b.scope");
    EXPECT_TRUE(kin(tab).is_empty) << "systemd has not moved the shell yet";
    process(70, 1, console, "/usr/bin/kgx");
    shell(71, 70, tab, "/usr/bin/bash");
    process(72, 71, tab, "/usr/bin/make");
    shell(73, 72, tab, "/usr/bin/script");
    EXPECT_EQ(kin(tab).tab_starter, (ProcessId{70, 700}));
    EXPECT_FALSE(kin(tab).is_empty);
    EXPECT_EQ(kin(console).tab_starter, std::nullopt);
    shell(74, 70, tab, "/usr/bin/bash");
    EXPECT_EQ(kin(tab).tab_starter, (ProcessId{70, 700})) << "both have the same parent";
}

TEST_F(Ties, WhatHasStartedATabMayBeUnknown)
{
    const std::string console = unit("app-org.gnome.Console-1.scope");
    process(60, 1, std::string{manager} + "/init.scope", "/usr/lib/systemd/systemd");
    process(70, 1, console, "/usr/bin/kgx");
    process(80, 1, scope, "/usr/bin/tilix");
    const auto starter = [&](const char *tab) { return kin(unit(tab)).tab_starter; };
    shell(101, 60, unit("vte-spawn-1.scope"), "/usr/bin/bash");
    EXPECT_EQ(starter("vte-spawn-1.scope"), std::nullopt) << "the terminal has ended";
    shell(102, 1, unit("vte-spawn-2.scope"), "/usr/bin/bash");
    EXPECT_EQ(starter("vte-spawn-2.scope"), std::nullopt);
    process(103, 70, unit("vte-spawn-3.scope"), "/usr/bin/bash");
    EXPECT_EQ(starter("vte-spawn-3.scope"), std::nullopt) << "it leads no session";
    shell(104, 70, unit("vte-spawn-4.scope"), "/usr/bin/bash");
    shell(105, 80, unit("vte-spawn-4.scope"), "/usr/bin/bash");
    EXPECT_EQ(starter("vte-spawn-4.scope"), std::nullopt) << "there are two";
    int pid = 106;
    for (const char *shown : {"app-org.gnome.Terminal.slice/vte-spawn-5.scope",
                              "tmux-spawn-6.scope", "app-org.example.App-7.scope"}) {
        shell(pid++, 70, unit(shown), "/usr/bin/bash");
        EXPECT_EQ(starter(shown), std::nullopt) << shown;
    }
}

TEST_F(Ties, OfAUnitThatIsGoneThereAreNone)
{
    EXPECT_THAT(look(scope), IsEmpty());
}

} // namespace

} // namespace headroom
