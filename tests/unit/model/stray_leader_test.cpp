// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/stray_leader.h"

#include "seen.h"

namespace headroom {

namespace {

using namespace seen;

constexpr const char *login_scope = "/user.slice/user-1000.slice/session-2.scope";

/// `start` is in seconds since boot.
Ancestor one(std::int32_t pid, const char *program, double start = 300, bool tty = false)
{
    return {{pid, static_cast<std::uint64_t>(start * 100)}, program, tty};
}

std::optional<std::int32_t> leader_of(const Session &session, UnitId source,
                                      const std::vector<Ancestor> &lineage,
                                      const AppId &app = "app", const AppId &hint = {})
{
    const Process process{
        .id = lineage.front().id, .unit = source, .lineage = lineage, .app_hint = hint};
    const auto leader = stray_leader(session, process, session.units.at(source), app);
    return leader ? std::optional{leader->pid} : std::nullopt;
}

TEST(StrayLeader, Table)
{
    struct Row {
        const char *what;
        std::vector<Ancestor> lineage;
        std::int32_t main_pid;
        std::optional<std::int32_t> leader;
    };
    const std::vector<Row> rows{
        {"alone", {one(50, "app")}, 0, 50},
        {"below the main process", {one(50, "app"), one(40, "sh"), one(9, "shell", 100)}, 9, 40},
        {"the main process", {one(9, "shell")}, 9, std::nullopt},
        {"same program as the main process", {one(50, "shell"), one(9, "shell")}, 9, std::nullopt},
        {"a helper of the main process in between",
         {one(50, "app"), one(40, "shell"), one(9, "shell")},
         9,
         50},
        {"a script in between, as the main process is one",
         {one(50, "app"), one(40, "dash"), one(30, "bwrap"), one(9, "dash", 100)},
         9,
         30},
        {"above a protected one", {one(50, "app"), one(40, "krunner"), one(30, "sh")}, 0, 50},
        {"a protected one", {one(50, "kwalletd6"), one(40, "sh")}, 0, std::nullopt},
        {"an executable that can't be read", {one(50, "")}, 0, std::nullopt},
        {"below one that can't be read", {one(50, "app"), one(40, "", 100)}, 0, 50},
        {"with a terminal",
         {one(50, "app", 300, true), one(40, "bash", 300, true)},
         0,
         std::nullopt},
        {"detached, below a shell with a terminal",
         {one(50, "app"), one(40, "bash", 200, true)},
         0,
         50},
        {"the main process is in another cgroup", {one(50, "app")}, 9, 50},
        {"below a main process that is no desktop's, and new",
         {one(50, "app", 110), one(40, "sh", 109), one(9, "shell", 100)},
         9,
         40},
        {"a script whose parent is gone, long after the login",
         {one(50, "app", 400), one(40, "sh", 399)},
         0,
         40},
    };
    for (const Row &row : rows) {
        Desk desk;
        const UnitId bus = desk.unit("session.slice/dbus.service");
        desk.happens(event::UnitDescribed{bus, {"dbus.service"}, "", row.main_pid});
        desk.happens(event::CompositorSeen{{8, 1000}}); // it started long ago
        EXPECT_EQ(leader_of(desk.session, bus, row.lineage), row.leader) << row.what;
    }
}

/// None of these names is in any list.
TEST(StrayLeader, WhatWasThereLongBeforeIsNoWrapper)
{
    struct Row {
        const char *what;
        std::vector<Ancestor> lineage;
        std::int32_t leader;
    };
    const Ancestor panel = one(20, "some-panel", 100);
    const Ancestor manager = one(10, "some-session", 90);
    const Ancestor login = one(9, "", 80);
    const std::vector<Row> rows{
        {"a panel", {one(50, "app"), panel, manager, login}, 50},
        {"a script, below a panel",
         {one(50, "app", 301), one(49, "sh", 300), panel, manager, login},
         49},
        {"a script that has waited for five seconds",
         {one(50, "app", 305), one(49, "sh", 300), panel, manager, login},
         49},
        {"a script that has asked something first",
         {one(50, "app", 306), one(49, "sh", 300), panel, manager, login},
         50},
        {"a sandbox",
         {one(52, "app", 301), one(51, "bwrap", 300.5), one(50, "bwrap", 300), panel, login},
         50},
        {"a second instance of its own",
         {one(50, "app", 900), one(49, "app", 300), panel, login},
         49},
        {"another program of an interpreter",
         {one(50, "python3.13", 900), one(49, "python3.13", 300), login},
         50},
        {"a minute after the login", {one(50, "app", 141), one(49, "sh", 140), panel, login}, 49},
        {"before that", {one(50, "app", 139), one(49, "sh", 138), panel, login}, 50},
        {"at the login", {one(50, "app", 91), manager, login}, 50},
    };
    for (const Row &row : rows) {
        Desk desk;
        EXPECT_EQ(leader_of(desk.session, desk.unit_at(login_scope), row.lineage), row.leader)
            << row.what;
    }
}

TEST(StrayLeader, WhereTheLoginHasATerminalItTellsNothing)
{
    Desk desk;
    const UnitId scope = desk.unit_at(login_scope);
    EXPECT_EQ(leader_of(desk.session, scope,
                        {one(50, "app", 300, true), one(20, "some-panel", 100, true),
                         one(9, "", 80, true)}),
              50);
    EXPECT_EQ(
        leader_of(desk.session, scope,
                  {one(50, "app", 300, true), one(20, "some-panel", 100, true), one(9, "", 80)}),
        std::nullopt);
}

/// A desktop that started a moment ago, so age means nothing.
class NewDesktop : public testing::Test {
protected:
    Desk desk;
    UnitId scope = desk.unit_at(login_scope);
    Ancestor manager = one(10, "some-session", 1000);
    Ancestor panel = one(20, "some-panel", 1001);
    Ancestor login = one(9, "", 80);
    std::vector<Ancestor> lineage{one(50, "app", 1002), panel, manager, login};

    ProcessId seen(std::vector<Ancestor> all)
    {
        const ProcessId id = all.front().id;
        desk.happens(event::ProcessSeen{
            {.id = id, .unit = scope, .lineage = std::move(all), .app_hint = {}}});
        return id;
    }

    [[nodiscard]] std::optional<std::int32_t> leader() const
    {
        return leader_of(desk.session, scope, lineage);
    }
};

TEST_F(NewDesktop, NobodyKnows)
{
    EXPECT_EQ(leader(), 10) << "the error that the other tests correct";
}

TEST_F(NewDesktop, WhoShowsAPanelIsThePanel)
{
    desk.window(seen({panel, manager, login}), "some-panel", WindowKind::Desk);
    EXPECT_EQ(leader(), 50);
}

TEST_F(NewDesktop, ASplashScreenMakesNoPanel)
{
    desk.window(seen({panel, manager, login}), "some-panel", WindowKind::Shell);
    EXPECT_EQ(leader(), 10);
}

TEST_F(NewDesktop, WhoOwnsTheDesktopsNameOrManagesWindowsIsThePanel)
{
    desk.happens(event::DesktopSeen{seen({panel, manager, login})});
    EXPECT_EQ(leader(), 50);
    desk.happens(event::ProcessGone{panel.id});
    EXPECT_EQ(leader(), 10) << "it ends with the process";
}

TEST_F(NewDesktop, WhatTheWindowManagerDescendsFromIsTheDesktops)
{
    desk.happens(event::DesktopSeen{seen({one(21, "some-manager", 1001), manager, login})});
    EXPECT_EQ(leader(), 20) << "the panel isn't known to be one";
    desk.happens(
        event::CompositorSeen{seen({one(22, "some-compositor", 1001), panel, manager, login})});
    EXPECT_EQ(leader(), 50);
}

TEST_F(NewDesktop, WhoStartsTwoAppsIsNeither)
{
    const ProcessId other = seen({one(60, "other", 1002), panel, manager, login});
    EXPECT_EQ(leader(), 10) << "a process without a window may be a helper";
    const WindowId window = desk.window(other, "app");
    EXPECT_EQ(leader(), 10) << "a window of the same app";
    desk.changes(window, [](Window &w) { w.app_hint = "other"; });
    EXPECT_EQ(leader(), 50);
    desk.closes(window);
    desk.happens(event::AppLaunched{other, "other"});
    EXPECT_EQ(leader(), 50);
}

TEST_F(NewDesktop, WhatIsStartedElsewhereSaysNothingOfAPanel)
{
    desk.window(seen({one(60, "other", 1002), login}), "other");
    EXPECT_EQ(leader(), 10) << "it isn't below the panel";
    desk.window(ProcessId{61, 100300}, "third");
    EXPECT_EQ(leader(), 10) << "where it runs isn't known";
}

/// In the first minute, a process below an ancestor of the window manager may be a part of the
/// desktop that asks something. It is moved only if it is a known or launched app.
class AtLogin : public NewDesktop {
protected:
    AtLogin()
    {
        login = one(9, "", 999);
        lineage = {one(50, "app", 1002), manager, login};
        desk.happens(event::DesktopSeen{seen({one(21, "some-manager", 1001), manager, login})});
    }
};

TEST_F(AtLogin, OnlyAKnownApplicationIsTaken)
{
    EXPECT_EQ(leader(), std::nullopt);
    desk.happens(event::AppDescribed{
        .app = "app", .name = "App", .never_frozen = {}, .shows_windows = false});
    EXPECT_EQ(leader(), std::nullopt);
    desk.happens(event::AppDescribed{
        .app = "app", .name = "App", .never_frozen = {}, .shows_windows = true});
    EXPECT_EQ(leader(), 50);
}

TEST_F(AtLogin, OrOneThatSomebodyHasLaunched)
{
    desk.happens(event::AppLaunched{seen(lineage), "app"});
    EXPECT_EQ(leader(), 50);
}

TEST_F(AtLogin, WhatAPanelStartsIsClickedFor)
{
    lineage = {one(50, "app", 1002), panel, manager, login};
    desk.window(seen({panel, manager, login}), "some-panel", WindowKind::Desk);
    // So that the panel is above a part of the desktop.
    desk.happens(event::DesktopSeen{seen({one(23, "tray", 1002), panel, manager, login})});
    EXPECT_EQ(leader(), 50);
}

TEST_F(AtLogin, WhatStandsBesideAPanelIsNotClickedFor)
{
    desk.window(seen({panel, manager, login}), "some-panel", WindowKind::Desk);
    EXPECT_EQ(leader(), std::nullopt) << "the panel is another process";
    desk.window(seen({manager, login}), "some-session", WindowKind::Shell);
    EXPECT_EQ(leader(), std::nullopt) << "a splash screen is no panel";
}

TEST_F(AtLogin, AMinuteLaterItIsNobodysButTheUsers)
{
    lineage.front() = one(50, "app", 1059);
    EXPECT_EQ(leader(), 50);
    lineage.front() = one(50, "app", 1058.99);
    EXPECT_EQ(leader(), std::nullopt);
}

/// In an app's own unit, a process that may be that app is not moved.
TEST(StrayLeader, AnAppThatCallsItselfOtherwiseIsNoStray)
{
    Desk desk;
    const UnitId own = desk.unit("app.slice/app-debian\\x2dxterm-1.scope");
    const std::vector<Ancestor> itself{one(50, "xterm")};
    EXPECT_EQ(leader_of(desk.session, own, itself, "XTerm"), std::nullopt);
    EXPECT_EQ(leader_of(desk.session, own, itself, "XTerm", "XTerm"), 50)
        << "its launcher's mark is not a name that the program gave itself";
    desk.happens(
        event::ProcessSeen{{.id = itself[0].id, .unit = own, .lineage = itself, .app_hint = {}}});
    desk.window(itself[0].id, "XTerm");
    EXPECT_EQ(leader_of(desk.session, own, itself, "XTerm"), std::nullopt);
    EXPECT_EQ(leader_of(desk.session, own, {one(60, "kate", 400)}, "kate"), 60)
        << "detached (setsid --fork), beside it";
    EXPECT_EQ(leader_of(desk.session, own, {one(60, "kate")}, "kate"), std::nullopt)
        << "not younger, so either may have started the other";
    EXPECT_EQ(
        leader_of(desk.session, own, {one(60, "kate", 400), one(55, "bash", 350, true)}, "kate"),
        60)
        << "from a tab whose terminal is elsewhere";
    EXPECT_EQ(leader_of(desk.session, own, {one(60, "kate", 400), itself[0]}, "kate"), 60)
        << "below it";
}

/// Nor is it moved if a script has started it, or has started two. The unit is its own, whatever
/// app it was found to be.
TEST(StrayLeader, NorIsOneThatAScriptInItsUnitHasStarted)
{
    Desk desk;
    const UnitId own = desk.unit("app.slice/app-org.example.script-1.scope");
    const std::vector<Ancestor> itself{one(50, "xterm", 400), one(40, "sh", 399)};
    desk.happens(
        event::ProcessSeen{{.id = itself[0].id, .unit = own, .lineage = itself, .app_hint = {}}});
    desk.window(itself[0].id, "XTerm");
    EXPECT_EQ(leader_of(desk.session, own, itself, "XTerm"), std::nullopt);
    const std::vector<Ancestor> second{one(60, "foot", 500), one(40, "sh", 399)};
    desk.happens(
        event::ProcessSeen{{.id = second[0].id, .unit = own, .lineage = second, .app_hint = {}}});
    desk.window(second[0].id, "foot");
    EXPECT_EQ(leader_of(desk.session, own, itself, "XTerm"), std::nullopt);
    EXPECT_EQ(leader_of(desk.session, own, second, "foot"), std::nullopt)
        << "beside an older terminal, but started by the same script";
    EXPECT_EQ(leader_of(desk.session, own, {one(70, "kate", 600), second[0], second[1]}, "kate"),
              70)
        << "what runs in it is a guest";
}

/// An app's own unit with a process that may be that app. It counts as a guest only beside an older
/// host.
class OwnUnit : public testing::Test {
protected:
    Desk desk;
    UnitId own = desk.unit("app.slice/app-org.example.host-1.scope");

    /// It has a window, and started before the guest.
    ProcessId host(UnitId unit, std::vector<Ancestor> lineage, const AppId &hint,
                   WindowKind kind = WindowKind::Normal)
    {
        const ProcessId id = lineage.front().id;
        desk.happens(event::ProcessSeen{
            {.id = id, .unit = unit, .lineage = std::move(lineage), .app_hint = {}}});
        desk.window(id, hint, kind);
        return id;
    }

    [[nodiscard]] std::optional<std::int32_t> guest() const
    {
        return leader_of(desk.session, own, {one(60, "kate", 400)}, "kate");
    }
};

TEST_F(OwnUnit, AHostElsewhereIsOneOfTheSameApp)
{
    host(desk.unit("app.slice/app-org.example.other-1.scope"), {one(50, "other")},
         "org.example.other");
    EXPECT_EQ(guest(), std::nullopt) << "an older window of another app";
    host(desk.unit("app.slice/app-org.example.host-2.scope"), {one(51, "host")},
         "org.example.host");
    EXPECT_EQ(guest(), 60) << "the host has moved itself, and left its shells behind";
}

TEST_F(OwnUnit, AHostShowsANormalWindow)
{
    host(own, {one(50, "host")}, "org.example.host", WindowKind::Shell);
    EXPECT_EQ(guest(), std::nullopt);
}

TEST_F(OwnUnit, AWindowOfWhichNobodyKnowsWhereItRunsIsNoHosts)
{
    desk.window(std::nullopt, "org.example.host");
    desk.window(ProcessId{50, 30000}, "org.example.host");
    EXPECT_EQ(guest(), std::nullopt);
}

TEST_F(OwnUnit, AGuestsScriptGoesWithItHoweverNewTheUnitIs)
{
    desk.happens(event::UnitDescribed{own, {"app-org.example.host-1.scope"}, "", 0});
    host(own, {one(50, "host")}, "org.example.host");
    EXPECT_EQ(leader_of(desk.session, own,
                        {one(60, "kate", 400), one(59, "sh", 399), one(55, "bash", 350, true)},
                        "kate"),
              59);
}

/// A launcher makes a unit of its own name, and starts other apps in it.
TEST(StrayLeader, WhatALauncherStartsIsNotTheLaunchers)
{
    Desk desk;
    const UnitId own = desk.unit("app.slice/app-rofi-1.scope");
    EXPECT_EQ(leader_of(desk.session, own, {one(60, "kate", 400), one(59, "rofi", 100)}, "kate"),
              60);
    EXPECT_EQ(leader_of(desk.session, own, {one(60, "kate", 400)}, "kate"), std::nullopt)
        << "it may be the launcher, which has executed another program";
}

TEST_F(OwnUnit, WhatIsBelowTheLeaderIsNoHost)
{
    host(own, {one(50, "helper", 200), one(60, "kate", 400)}, "org.example.helper");
    EXPECT_EQ(guest(), std::nullopt);
}

/// An app finder stays after it has closed its window, and starts the next app, too.
TEST(StrayLeader, WhatHasShownAWindowIsNoWrapper)
{
    Desk desk;
    const UnitId session = desk.unit("session.slice/dbus.service");
    desk.happens(event::UnitDescribed{session, {"dbus.service"}, "", 0});
    desk.happens(event::CompositorSeen{{8, 1000}}); // it started long ago
    const Ancestor finder = one(70, "appfinder", 400);
    const std::vector<Ancestor> lineage{one(71, "kate", 401), finder};
    EXPECT_EQ(leader_of(desk.session, session, lineage, "kate"), 70);
    desk.happens(
        event::ProcessSeen{Process{.id = finder.id, .unit = session, .lineage = {finder}}});
    desk.closes(desk.window(finder.id, "appfinder"));
    EXPECT_EQ(leader_of(desk.session, session, lineage, "kate"), 71);
}

} // namespace

} // namespace headroom
