// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

#include <format>

namespace headroom {

namespace {

using namespace seen;

std::string adopted(ProcessId leader, std::string_view from)
{
    return std::format("adopt {} from {}", leader.pid, from);
}

/// Debian's bus: the daemon is the service's main process. All that it activates is in the same
/// unit.
class Bus : public testing::Test {
protected:
    Desk desk;
    UnitId unit = desk.unit("session.slice/dbus.service");
    Ancestor bus = desk.ancestor("dbus-daemon");

    void described() { desk.happens(event::UnitDescribed{unit, {"dbus.service"}, "", bus.id.pid}); }

    /// The bus has started Maps, which has a window.
    ProcessId maps_with_a_window()
    {
        described();
        const ProcessId maps = desk.process(unit, "gnome-maps", {bus});
        desk.window(maps, "org.gnome.Maps");
        return maps;
    }
};

TEST_F(Bus, AnActivatedAppIsAdoptedOnceItHasAWindow)
{
    described();
    const ProcessId maps = desk.process(unit, "gnome-maps", {bus});
    EXPECT_EQ(desk.turn(), Lines{}) << "a service without a window stays there";
    desk.window(maps, "org.gnome.Maps");
    ASSERT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
    EXPECT_EQ(desk.actions[0].app, "org.gnome.Maps");
    EXPECT_EQ(desk.actions[0].unit, unit);
    EXPECT_EQ(desk.actions[0].reason, "org.gnome.Maps has a window but runs in dbus.service");
}

TEST_F(Bus, TheBabysitterInBetweenStays)
{
    described();
    const Ancestor babysitter = desk.ancestor("dbus-daemon");
    const ProcessId maps = desk.process(unit, "gnome-maps", {babysitter, bus});
    desk.window(maps, "org.gnome.Maps");
    EXPECT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
}

TEST_F(Bus, TheTopOfTheAppsOwnTreeLeads)
{
    described();
    desk.ticks_later = 10'000; // long after the login, during which all processes are new
    const Ancestor wrapper = desk.ancestor("sh");
    const ProcessId maps = desk.process(unit, "gnome-maps", {wrapper, bus});
    desk.window(maps, "org.gnome.Maps");
    EXPECT_EQ(desk.turn(), Lines{adopted(wrapper.id, "dbus.service")});
}

TEST_F(Bus, Invariant7NobodyIsMovedBeforeSystemdSaidWhoTheMainProcessIs)
{
    const ProcessId maps = desk.process(unit, "gnome-maps", {bus});
    desk.window(maps, "org.gnome.Maps");
    desk.passes(1h);
    EXPECT_EQ(desk.turn(), Lines{});
    described();
    EXPECT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
}

/// GSConnect has a desktop file only so that D-Bus starts it. It links a phone, and has no window.
TEST_F(Bus, AServiceOfTheSessionIsNoAppThoughItHasADesktopFile)
{
    described();
    const ProcessId link = desk.process(unit, "gjs-console", {bus});
    const ProcessId maps = desk.process(unit, "gjs-console", {bus});
    desk.happens(event::AppNamed{link, "org.gnome.Shell.Extensions.GSConnect"});
    EXPECT_EQ(desk.turn(), Lines{});
    desk.happens(event::AppNamed{maps, "org.gnome.Maps"});
    EXPECT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
}

TEST_F(Bus, TheMainProcessIsNeverMoved)
{
    desk.happens(event::UnitDescribed{unit, {"dbus.service"}, "", bus.id.pid});
    Process main{.id = bus.id,
                 .unit = unit,
                 .lineage = {{bus.id, "any-name", false}},
                 .app_hint = "org.example.App"};
    desk.happens(event::ProcessSeen{main});
    desk.window(bus.id, "org.example.App");
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST_F(Bus, AChildOfTheMainProcessWithItsProgramBelongsToIt)
{
    const Ancestor shell = desk.ancestor("some-shell");
    desk.happens(event::UnitDescribed{unit, {"dbus.service"}, "", shell.id.pid});
    const ProcessId child = desk.process(unit, "some-shell", {shell});
    desk.window(child, "some-shell");
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST_F(Bus, Invariant3ProtectedProgramsAreNeverMoved)
{
    described();
    for (const char *program :
         {"plasmashell", "kwalletd6", "xdg-desktop-portal-kde", "polkit-kde-authentication-agent-1",
          "pipewire", "Xwayland", "gvfsd-http", "ibus-engine-simple", "headroomd", ""}) {
        const ProcessId process = desk.process(unit, program, {bus});
        desk.window(process, "org.example.Disguise");
        EXPECT_EQ(desk.turn(), Lines{}) << program;
    }
}

TEST_F(Bus, WhatAProtectedProgramStartedIsMovedWithoutIt)
{
    described();
    const ProcessId maps = desk.process(unit, "gnome-maps", {desk.ancestor("krunner"), bus});
    desk.window(maps, "org.gnome.Maps");
    EXPECT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
}

TEST_F(Bus, ShellWindowsMakeNobodyACandidate)
{
    described();
    desk.window(desk.process(unit, "panel", {bus}), "org.example.Panel", WindowKind::Shell);
    EXPECT_EQ(desk.turn(), Lines{});
}

/// If it were adopted before its hint is read, its scope would keep the wrong name.
TEST_F(Bus, NobodyIsMovedBeforeItIsKnownWhoItIs)
{
    described();
    const ProcessId player = desk.process_unread(unit, "python3", {bus});
    desk.window(player, "python3");
    EXPECT_EQ(desk.turn(), Lines{});
    desk.passes(1h);
    EXPECT_EQ(desk.turn(), Lines{}) << "unknown stays unknown, however long it takes";
    desk.happens(event::HintRead{player, "org.example.Player"});
    ASSERT_EQ(desk.turn(), Lines{adopted(player, "dbus.service")});
    EXPECT_EQ(desk.actions[0].app, "org.example.Player");
}

TEST_F(Bus, WhatIsReadAndSaysNothingLeavesTheWindowsOwnWord)
{
    described();
    const ProcessId maps = desk.process_unread(unit, "gnome-maps", {bus});
    desk.window(maps, "org.gnome.Maps");
    EXPECT_EQ(desk.turn(), Lines{});
    desk.happens(event::HintRead{maps, ""});
    ASSERT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
    EXPECT_EQ(desk.actions[0].app, "org.gnome.Maps");
}

/// A process that started two apps is part of neither. Both apps must be known to tell.
TEST_F(Bus, ATreeBeginsWhereItDoesOnceItsNeighboursAreKnown)
{
    for (const bool is_read : {true, false}) {
        desk = Desk{};
        unit = desk.unit("session.slice/dbus.service");
        bus = desk.ancestor("dbus-daemon");
        described();
        desk.ticks_later = 10'000;
        const Ancestor script = desk.ancestor("sh");
        const ProcessId maps = desk.process(unit, "gnome-maps", {script, bus}, "org.gnome.Maps");
        const ProcessId helper = desk.process_unread(unit, "helper", {script, bus});
        desk.window(maps, "org.gnome.Maps");
        desk.window(helper, "");
        EXPECT_EQ(desk.turn(), Lines{});
        EXPECT_EQ(desk.again_at, desk.now + 500ms);
        desk.passes(is_read ? 1ms : 500ms);
        if (is_read)
            desk.happens(event::HintRead{helper, "org.gnome.Maps"});
        EXPECT_EQ(desk.turn(), Lines{adopted(is_read ? script.id : maps, "dbus.service")})
            << is_read;
    }
}

TEST_F(Bus, WhatIsUnknownInAnotherUnitDelaysNobody)
{
    (void)desk.process_unread(desk.unit("app.slice/app-org.kde.kate-1.scope"), "helper");
    const ProcessId maps = maps_with_a_window();
    EXPECT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
}

TEST_F(Bus, TwoWindowsAreOneAdoption)
{
    const ProcessId maps = maps_with_a_window();
    desk.window(maps, "org.gnome.Maps");
    desk.happens(event::AppLaunched{maps, "org.gnome.Maps"});
    desk.passes(2s);
    EXPECT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
    EXPECT_EQ(desk.turn(), Lines{}) << "it is being adopted";
    desk.passes(1h);
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST_F(Bus, AnAdoptedAppIsNotAdoptedAgain)
{
    const ProcessId maps = maps_with_a_window();
    desk.turns();
    const UnitId scope = desk.unit("app.slice/app-headroom-org.gnome.Maps-0123456789abcdef.scope");
    desk.happens(event::Adopted{maps, scope, 1});
    EXPECT_EQ(desk.turn(), Lines{}) << "the watch has not looked at the process again yet";
    EXPECT_EQ(desk.session.units_of("org.gnome.Maps"), std::set{scope});
    desk.happens(event::FocusMoved{desk.session.windows.begin()->first});
    EXPECT_EQ(desk.turn(), Lines{"boost app-headroom-org.gnome.Maps-0123456789abcdef.scope"});
}

/// Seen with Konsole from a launcher: its own request to systemd came 15 ms after Headroom's.
TEST_F(Bus, AnAppThatMovesItselfMeanwhileIsWhereItHasMovedTo)
{
    const ProcessId maps = maps_with_a_window();
    desk.turns();
    const UnitId ours = desk.unit("app.slice/app-headroom-gnome-maps-0123456789abcdef.scope");
    const UnitId its_own = desk.unit("app.slice/app-org.gnome.Maps-1001.scope");
    Process moved = desk.session.processes.at(maps);
    moved.unit = its_own;
    desk.happens(event::ProcessSeen{moved});
    desk.happens(event::Adopted{maps, ours, 1});
    desk.happens(event::FocusMoved{desk.session.windows.begin()->first});
    EXPECT_EQ(desk.session.focused_unit(), its_own);
    EXPECT_EQ(desk.session.focused_app(), "org.gnome.Maps");
}

TEST_F(Bus, AnAdoptionIsNoReasonForAnotherWhileTheScopeIsNotSeenYet)
{
    const ProcessId maps = maps_with_a_window();
    desk.turns();
    desk.happens(event::Adopted{maps, UnitId{4711}, 1});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST_F(Bus, ARefusedAdoptionIsNotTriedAgain)
{
    const ProcessId maps = maps_with_a_window();
    desk.turns();
    desk.happens(event::ActRefused{{}, maps, Act::Adopt, "systemd says no"});
    EXPECT_EQ(desk.turn(), Lines{});
    desk.window(maps, "org.gnome.Maps");
    desk.passes(1h);
    EXPECT_EQ(desk.turn(), Lines{});
    desk.happens(event::ProcessGone{maps});
    const ProcessId next = desk.process(unit, "gnome-maps", {bus});
    desk.window(next, "org.gnome.Maps");
    EXPECT_EQ(desk.turn(), Lines{adopted(next, "dbus.service")})
        << "another process is judged anew";
}

TEST_F(Bus, NothingIsAdoptedWithoutSystemdOrWhileEnding)
{
    described();
    desk.window(desk.process(unit, "gnome-maps", {bus}), "org.gnome.Maps");
    desk.cannot(Capability::Adopt);
    EXPECT_EQ(desk.turn(), Lines{});
    desk.can(Capability::Adopt);
    desk.happens(event::Ending{});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST_F(Bus, GiosWordCountsAfterOneSecond)
{
    described();
    for (const auto &[after, moved] : std::vector<std::pair<Duration, bool>>{
             {0ms, false}, {999'999us, false}, {1s, true}, {5s, true}}) {
        const ProcessId maps = desk.process(unit, "gnome-maps", {bus});
        desk.happens(event::AppLaunched{maps, "org.gnome.Maps"});
        const TimePoint at = desk.now;
        desk.passes(after);
        const Lines lines = desk.turn();
        EXPECT_EQ(lines, moved ? Lines{adopted(maps, "dbus.service")} : Lines{}) << after;
        EXPECT_EQ(desk.again_at, moved ? std::nullopt : std::optional{at + 1s}) << after;
        desk.happens(event::ProcessGone{maps});
    }
}

TEST_F(Bus, WhoeverTakesAnApplicationsNameIsMovedAtOnce)
{
    described();
    const ProcessId maps = desk.process(unit, "gnome-maps", {bus});
    desk.happens(event::AppNamed{maps, "org.gnome.Maps"});
    EXPECT_EQ(desk.turn(), Lines{adopted(maps, "dbus.service")});
    EXPECT_EQ(desk.actions[0].app, "org.gnome.Maps");
    EXPECT_FALSE(desk.again_at);
}

TEST(AdoptStrays, ANameAloneMovesNobodyOutOfHisOwnUnit)
{
    Desk desk;
    const App maps = desk.app("org.gnome.Maps");
    desk.happens(event::AppNamed{maps.process, "org.gnome.Maps"});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST_F(Bus, ALauncherThatMovesItsChildInTimeIsLeftToIt)
{
    described();
    const ProcessId maps = desk.process(unit, "gnome-maps", {bus});
    desk.happens(event::AppLaunched{maps, "org.gnome.Maps"});
    desk.passes(500ms);
    const UnitId own = desk.unit("app.slice/app-gnome-org.gnome.Maps-77.scope");
    desk.happens(event::ProcessSeen{{maps, own, {{maps, "gnome-maps", false}}, ""}});
    desk.passes(500ms);
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(AdoptStrays, WhatALoginSessionHoldsIsStray)
{
    Desk desk;
    const UnitId session = desk.unit_at("/user.slice/user-1000.slice/session-2.scope");
    const ProcessId firefox = desk.process(session, "firefox", {desk.ancestor("sway")});
    desk.window(firefox, "firefox");
    EXPECT_EQ(desk.turn(), Lines{adopted(firefox, "session-2.scope")});
}

TEST(AdoptStrays, WhatAnotherManagerRunsIsNot)
{
    Desk desk;
    const UnitId docker = desk.unit_at("/system.slice/docker-1f.scope");
    desk.happens(event::UnitDescribed{docker, {"docker-1f.scope"}, "", 0});
    desk.window(desk.process(docker, "firefox"), "firefox");
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(AdoptStrays, AnAppWithItsOwnUnitIsNeverMoved)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.window(kate.process, "something.else");
    desk.happens(event::AppLaunched{kate.process, "something.else"});
    desk.passes(1h);
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(AdoptStrays, ALaunchersChildrenAreStrays)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/app-rofi-1.scope");
    const Ancestor rofi = desk.ancestor("rofi");
    const ProcessId itself = desk.process(unit, "rofi");
    desk.window(itself, "rofi");
    const ProcessId firefox = desk.process(unit, "firefox", {}, "firefox");
    desk.window(firefox, "firefox");
    EXPECT_EQ(desk.turn(), Lines{adopted(firefox, "app-rofi-1.scope")});
}

TEST(AdoptStrays, InATerminalOnlyWhatIsDetachedFromIt)
{
    for (const bool has_tty : {true, false}) {
        Desk desk;
        const App konsole = desk.app("org.kde.konsole");
        desk.happens(event::AppDescribed{"org.kde.konsole", "Konsole", /*terminal=*/true});
        const Ancestor shell = desk.ancestor("bash", /*has_tty=*/true);
        Process kate{.id = {77, 770},
                     .unit = konsole.unit,
                     .lineage = {{{77, 770}, "kate", has_tty}, shell},
                     .app_hint = ""};
        desk.happens(event::ProcessSeen{kate});
        desk.window(kate.id, "org.kde.kate");
        EXPECT_EQ(desk.turn(), has_tty ? Lines{} : Lines{adopted(kate.id, konsole.name)});
    }
}

/// Konsole opens another window from a tab of its own.
TEST(AdoptStrays, ATerminalThatIsStartedInItsOwnTabStaysThere)
{
    for (const auto &[app, is_adopted] : {std::pair{"org.kde.konsole", false}, {"kate", true}}) {
        Desk desk;
        const App konsole = desk.app("org.kde.konsole");
        const UnitId tab = desk.unit("app.slice/" + konsole.name + "/tab(42).scope");
        const ProcessId process = desk.process(tab, "program", {}, app);
        desk.window(process, app);
        desk.passes(1h);
        EXPECT_EQ(desk.turn(), is_adopted ? Lines{adopted(process, "tab(42).scope")} : Lines{});
    }
}

/// A name on the bus is no unit's name.
TEST(AdoptStrays, AUnitOfNoAppIsNotInspectedForATerminal)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/run-u4.scope");
    const ProcessId process = desk.process(unit, "program");
    desk.happens(event::AppNamed{process, "org.kde.kate"});
    ASSERT_EQ(desk.session.units.at(unit).app, "");
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(desk.to_inspect, std::set<UnitId>{});
}

/// As Konsole does. By then it has asked systemd for a scope, or it never will.
TEST(AdoptStrays, ATerminalIsGivenTheTimeToMoveItself)
{
    for (const bool moves : {true, false}) {
        Desk desk;
        const UnitId unit = desk.unit("session.slice/sway.service");
        desk.happens(event::UnitDescribed{unit, {}, "", 9});
        desk.happens(event::AppDescribed{"org.kde.konsole", "Konsole", /*terminal=*/true});
        Process konsole{.id = {77, 770},
                        .unit = unit,
                        .lineage = {{{77, 770}, "konsole", false}},
                        .app_hint = "org.kde.konsole"};
        desk.happens(event::ProcessSeen{konsole});
        desk.window(konsole.id, "org.kde.konsole");
        EXPECT_EQ(desk.turn(), Lines{});
        desk.now += 100ms - 1us;
        EXPECT_EQ(desk.turn(), Lines{});
        EXPECT_EQ(desk.again_at, desk.now + 1us);
        desk.now += 1us;
        konsole.unit = moves ? desk.unit("app.slice/app-org.kde.konsole-77.scope") : unit;
        desk.happens(event::ProcessSeen{konsole});
        EXPECT_EQ(desk.turn(), moves ? Lines{} : Lines{adopted(konsole.id, "sway.service")});
    }
}

/// A terminal is recognised by its open files, not by its name. Its unit is inspected once it has a
/// window of another name, and again at the next such window.
TEST(AdoptStrays, ATerminalIsToldByWhatItHasOpen)
{
    Desk desk;
    const App editor = desk.app("code");
    desk.happens(event::AppDescribed{"code", "Code", /*terminal=*/false});
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(desk.to_inspect, std::set<UnitId>{}) << "no other app is in its unit";
    const Ancestor shell = desk.ancestor("bash", /*has_tty=*/true);
    const ProcessId firefox =
        desk.process(editor.unit, "firefox", {shell, {editor.process, "code", false}});
    desk.window(firefox, "firefox");
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(desk.to_inspect, std::set{editor.unit});
    desk.happens(event::UnitInspected{editor.unit, {}, true});
    EXPECT_EQ(desk.turn(), Lines{}) << "a program that is no terminal moves none of its children";
    EXPECT_EQ(desk.to_inspect, std::set<UnitId>{});
    const ProcessId kate =
        desk.process(editor.unit, "kate", {shell, {editor.process, "code", false}});
    desk.window(kate, "kate");
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(desk.to_inspect, std::set{editor.unit}) << "it may have opened one since";
    desk.happens(event::UnitInspected{editor.unit, {DutyKind::Terminal}, true});
    EXPECT_THAT(
        desk.turn(),
        testing::UnorderedElementsAre(adopted(firefox, editor.name), adopted(kate, editor.name)));
    EXPECT_EQ(desk.to_inspect, std::set<UnitId>{});
}

TEST(AdoptStrays, WhatIsOnATerminalThatIsToldByWhatItDoesStays)
{
    Desk desk;
    const App foot = desk.app("myfoot");
    desk.happens(event::UnitInspected{foot.unit, {DutyKind::Terminal}, true});
    Process kate{.id = {77, 770},
                 .unit = foot.unit,
                 .lineage = {{{77, 770}, "kate", true}, desk.ancestor("bash", true)},
                 .app_hint = ""};
    desk.happens(event::ProcessSeen{kate});
    desk.window(kate.id, "org.kde.kate");
    EXPECT_EQ(desk.turns(), Lines{});
}

/// "Open Terminal Here": the terminal is the file manager's child, in the file manager's unit.
TEST(AdoptStrays, ATerminalLeavesTheFileManagersUnit)
{
    Desk desk;
    const App thunar = desk.app("thunar");
    desk.passes(1min);
    Process xterm{.id = {7000, 70000},
                  .unit = thunar.unit,
                  .lineage = {{{7000, 70000}, "xterm", false}, {thunar.process, "thunar", false}},
                  .app_hint = ""};
    desk.happens(event::ProcessSeen{xterm});
    desk.window(xterm.id, "XTerm");
    EXPECT_EQ(desk.turn(), Lines{});
    desk.happens(event::UnitInspected{thunar.unit, {DutyKind::Terminal}, true});
    EXPECT_EQ(desk.turn(), Lines{adopted(xterm.id, thunar.name)});
}

/// A desktop, or a window manager, that is one service of the user manager.
TEST(AdoptStrays, WhatTheDesktopStartsLeavesItsUnit)
{
    Desk desk;
    const UnitId unit = desk.unit("session.slice/some-desktop.service");
    const Ancestor manager = desk.ancestor("some-session");
    desk.happens(event::UnitDescribed{unit, {"some-desktop.service"}, "", manager.id.pid});
    const ProcessId panel = desk.process(unit, "some-panel", {manager});
    Process app{.id = {7000, 70000},
                .unit = unit,
                .lineage = {{{7000, 70000}, "app", false}, {panel, "some-panel", false}, manager},
                .app_hint = ""};
    desk.happens(event::ProcessSeen{app});
    desk.window(app.id, "app");
    desk.window(panel, "some-panel"); // its preferences
    EXPECT_EQ(desk.turn(), Lines{}) << "any service may have a window";
    EXPECT_EQ(desk.to_inspect, std::set<UnitId>{}) << "and is no terminal";
    desk.window(panel, "some-panel", WindowKind::Desk);
    EXPECT_EQ(desk.turn(), Lines{adopted(app.id, "some-desktop.service")});
    EXPECT_EQ(desk.turns(), Lines{});
}

} // namespace

} // namespace headroom
