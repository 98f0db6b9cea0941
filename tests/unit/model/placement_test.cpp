// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/placement.h"

#include "model/desktop_parts.h"

#include "policy/exempt.h"
#include "seen.h"

#include <format>

namespace headroom {

namespace {

using namespace seen;

struct Row {
    std::string path; ///< below the cgroup2 mount
    Placement placement;
};

std::string own(const char *below)
{
    return std::format("{}/{}", manager, below);
}

const std::vector<Row> &rows()
{
    static const std::vector<Row> all{
        {own("app.slice/app-org.kde.kate-1.scope"), Placement::OwnUnit},
        {own("app.slice/app-graphical.slice/app-firefox-1.scope"), Placement::OwnUnit},
        {own("background.slice/app-baloo-1.scope"), Placement::OwnUnit},
        {own("app.slice/app-org.kde.kate@12.service"), Placement::OwnUnit},
        {own("app.slice/something.service"), Placement::OwnUnit},
        {own("app.slice/app-gnome-gcr\\x2dprompter-1.scope"), Placement::Exempt},
        {own("app.slice/app-pinentry\\x2dqt@autostart.service"), Placement::Exempt},
        {own("app.slice/app-flatpak-pinentry\\x2dqt-1.scope"), Placement::OwnUnit},
        {own("app.slice/app-org.kde.konsole-1.scope/tab(2).scope"), Placement::OwnUnit},
        {own("app.slice/dbus.service"), Placement::StraySource},
        {own("session.slice/dbus.service"), Placement::StraySource},
        {own("session.slice/plasma-plasmashell.service"), Placement::StraySource},
        {own("session.slice/plasma-kwin_wayland.service"), Placement::StraySource},
        {own("session.slice/org.gnome.Shell@wayland.service"), Placement::StraySource},
        {own("session.slice/wayland-wm@sway.desktop.service"), Placement::StraySource},
        {"/user.slice/user-1000.slice/session-3.scope", Placement::StraySource},
        {"/user.slice/user-1000.slice/session-c1.scope", Placement::StraySource},
        {own("session.slice/pipewire.service"), Placement::Exempt},
        {own("session.slice/at-spi-dbus-bus.service"), Placement::Exempt},
        {own("app.slice/xdg-desktop-portal.service"), Placement::Exempt},
        {own("app.slice/xdg-desktop-portal-kde.service"), Placement::Exempt},
        {own("app.slice/gvfs-daemon.service"), Placement::Exempt},
        {own("app.slice/gsd-power.service"), Placement::Exempt},
        {own("app.slice/app-dbus\\x2d:1.2\\x2dorg.gnome.Shell.Notifications.slice/"
             "dbus-:1.2-org.gnome.Shell.Notifications@0.service"),
         Placement::Exempt},
        {own("app.slice/dbus-:1.2-org.a11y.atspi.Registry@0.service"), Placement::Exempt},
        {own("app.slice/dbus-:1.2-ca.desrt.dconf@0.service"), Placement::Exempt},
        {own("app.slice/dbus-:1.2-org.kde.kwalletd6@0.service"), Placement::Exempt},
        {own("app.slice/dbus-:1.2-org.freedesktop.Notifications@1.service"), Placement::Exempt},
        {own("app.slice/dbus-:1.2-org.freedesktop.impl.portal.desktop.kde@1.service"),
         Placement::Exempt},
        {own("app.slice/dbus-:1.2-org.gnome.Nautilus@0.service"), Placement::OwnUnit},
        {own("app.slice/dbus-:1.2-org.gnome.ShellSomething@0.service"), Placement::OwnUnit},
        {own("app.slice/app-org.a11y.atspi.Registry-1.scope"), Placement::OwnUnit},
        {own("user.slice/libpod-1f.scope"), Placement::Container},
        {own("user.slice/user-libpod_pod_2e.slice/libpod-1f.scope"), Placement::Container},
        {own("user.slice/libpod-conmon-1f.scope"), Placement::Exempt},
        {own("user.slice/libpod-1f.service"), Placement::Exempt},
        {own("user.slice/app-firefox-1.scope"), Placement::Exempt},
        {own("other.slice/libpod-1f.scope"), Placement::Exempt},
        {own("libpod-1f.scope"), Placement::Exempt},
        {own("init.scope"), Placement::Exempt},
        {own("some.service"), Placement::Exempt},
        {own("other.slice/app-firefox-1.scope"), Placement::Exempt},
        {own("app.slice"), Placement::Exempt},
        {own("app.slice/app-graphical.slice"), Placement::Exempt},
        {"/system.slice/cron.service", Placement::Foreign},
        {"/system.slice/docker-1f.scope", Placement::Foreign},
        {"/machine.slice/libpod-1f.scope", Placement::Foreign},
        {"/init.scope", Placement::Foreign},
        {"/user.slice/user-1000.slice/session-3.service", Placement::Foreign},
    };
    return all;
}

TEST(Placement, Table)
{
    for (const Row &row : rows()) {
        Desk desk;
        const Unit *unit = desk.session.find_unit(desk.unit_at(row.path));
        ASSERT_TRUE(unit) << row.path;
        EXPECT_EQ(unit->placement, row.placement) << row.path;
    }
}

TEST(Placement, Invariant3OnlyAnAppsOwnUnitMayBeActedOn)
{
    for (const Row &row : rows()) {
        Desk desk;
        Unit unit = *desk.session.find_unit(desk.unit_at(row.path));
        unit.app = "org.example.App"; // however it got the name
        const auto why = exempt(unit);
        EXPECT_EQ(!why, row.placement == Placement::OwnUnit)
            << row.path << ": " << why.value_or(Sentence{});
        EXPECT_TRUE(!why || why->in_english().contains(unit.name()))
            << "the sentence names the unit";
    }
}

TEST(Placement, Invariant3HeadroomAndTheNamelessAreExempt)
{
    Desk desk;
    EXPECT_EQ(exempt(*desk.session.find_unit(desk.unit("app.slice/something.service"))),
              "something.service is not known to be an app");
    Unit daemon = *desk.session.find_unit(desk.unit("app.slice/headroomd.service"));
    daemon.app = "headroomd";
    EXPECT_EQ(exempt(daemon), "headroomd.service is Headroom itself");
    EXPECT_EQ(exempt(*desk.session.find_unit(desk.unit("app.slice"))),
              "app.slice is a slice, and an act on a slice affects everything in it");
    EXPECT_FALSE(
        exempt(*desk.session.find_unit(desk.unit("app.slice/app-headroom-firefox-0af3.scope"))))
        << "a scope that Headroom made belongs to the app";
}

TEST(Placement, OnlyUnitsOfApplicationsAreCompared)
{
    Desk desk;
    EXPECT_TRUE(app_units(desk.session).empty());
    const UnitId editor = desk.unit("app.slice/app-org.kde.kate-1.scope");
    const UnitId player = desk.unit("background.slice/app-mpv-2.scope");
    for (const char *other : {"app.slice/something.service", "session.slice/app-x-3.scope",
                              "app.slice", "app.slice/dbus.service"})
        (void)desk.unit(other);
    EXPECT_THAT(app_units(desk.session), testing::UnorderedElementsAre(editor, player));
    const UnitId tab = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(2).scope");
    EXPECT_THAT(app_units(desk.session), testing::UnorderedElementsAre(editor, player, tab))
        << "the unit around a tab has the tab's figures, too";
}

/// dbus-broker makes a unit for everything that it starts.
TEST(Placement, Invariant3AServiceOfTheBusIsNoAppUntilItShowsThatItIsOne)
{
    Desk desk;
    const AppId name = "org.example.Thing";
    const UnitId unit = desk.unit("app.slice/dbus-:1.2-org.example.Thing@0.service");
    const auto why = [&] { return exempt(desk.session, unit); };
    EXPECT_EQ(why(), "dbus-:1.2-org.example.Thing@0.service is part of the session")
        << "it isn't known what it is";
    desk.happens(event::AppDescribed{
        .app = name, .name = "Thing", .never_frozen = {}, .shows_windows = false});
    EXPECT_NE(why(), std::nullopt) << "no desktop file";
    desk.happens(event::AppDescribed{
        .app = name, .name = "Thing", .never_frozen = {}, .shows_windows = true});
    EXPECT_EQ(why(), std::nullopt);
    desk.happens(event::AppDescribed{
        .app = name, .name = "Thing", .never_frozen = {}, .shows_windows = false});
    const WindowId window = desk.window(desk.process(unit, "thing"), name);
    EXPECT_EQ(why(), std::nullopt) << "it has a window";
    desk.closes(window);
    EXPECT_NE(why(), std::nullopt);
}

TEST(Placement, Invariant3AgentsAreNoAppsWhateverTheirUnitIsCalled)
{
    for (const char *program :
         {"polkit-gnome-authentication-agent-1", "lxpolkit", "gpg-agent", "ssh-askpass",
          "gnome-keyring-daemon", "i3lock", "kwalletd6", "pinentry-qt", "xdg-desktop-portal-gtk",
          "at-spi2-registryd", "ibus-daemon"}) {
        Desk desk;
        const UnitId unit = desk.unit("app.slice/app-helper@autostart.service");
        EXPECT_EQ(exempt(desk.session, unit), std::nullopt);
        (void)desk.process(unit, "helper", {desk.ancestor(program)});
        EXPECT_EQ(exempt(desk.session, unit), "app-helper@autostart.service is part of the session")
            << program;
    }
}

TEST(Placement, Invariant3AQuestionMakesNoAppOfAnAgentsService)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/gpg-agent.service");
    desk.window(desk.process(unit, "pinentry-gnome3", {desk.ancestor("gpg-agent")}), "pinentry");
    EXPECT_EQ(desk.session.units.at(unit).app, "");
    EXPECT_EQ(exempt(desk.session, unit), "gpg-agent.service is part of the session");
}

TEST(Placement, Invariant3AUnitThatTheDesktopRunsInIsNoApps)
{
    Desk desk;
    const App terminal = desk.app("org.example.Terminal");
    const ProcessId manager =
        desk.process(terminal.unit, "some-manager", {{terminal.process, "terminal", false}});
    EXPECT_EQ(exempt(desk.session, terminal.unit), std::nullopt);
    desk.happens(event::DesktopSeen{manager});
    EXPECT_EQ(exempt(desk.session, terminal.unit), terminal.name + " is part of the session")
        << "a window manager that was started in a terminal";
    desk.happens(event::ProcessGone{manager});
    EXPECT_EQ(exempt(desk.session, terminal.unit), std::nullopt);
    desk.window(terminal.process, {}, WindowKind::Desk);
    EXPECT_NE(exempt(desk.session, terminal.unit), std::nullopt) << "a panel";
}

TEST(Placement, WhatATerminalRunsMakesNoPartOfTheSessionOfIt)
{
    Desk desk;
    const App terminal = desk.app("org.example.Terminal");
    (void)desk.process(terminal.unit, "gpg-agent",
                       {desk.ancestor("bash", true), {terminal.process, "terminal", false}});
    const App nested = desk.app("sway"); // in a window
    for (const UnitId unit : {terminal.unit, nested.unit})
        EXPECT_EQ(exempt(desk.session, unit), std::nullopt);
}

TEST(Placement, NamesOfProgramsAreWhole)
{
    for (const char *program :
         {"kwin_wayland", "xdg-desktop-portal", "xdg-desktop-portal-gtk", "gvfsd", "gvfsd-fuse",
          "ibus-x11", "gsd-color", "dbus-broker", "xwayland-satellite",
          ".xwayland-satellite-wrapped", ".xfce4-panel-wrapped", ".sway-wrapped",
          ".pinentry-qt-wrapped", ".pinentry-qt-wr", ".kwin_wayland-w", ".sway-wrapped_",
          "gnome-keyring-d", ".xwayland-satel"}) // cut to 15 characters
        EXPECT_TRUE(is_exempt_program(program)) << program;
    for (const char *program :
         {"", "kwin", "KWIN_WAYLAND", "sway2", "xdg-desktop", "firefox", "systemd-run",
          "gnome-keyring", ".firefox-wrapped", ".sway", "sway-wrapped", "-wrapped", ".",
          ".swayish-wrap_", ".kwin_wayland-x"})
        EXPECT_FALSE(is_exempt_program(program)) << program;
    EXPECT_TRUE(is_launcher("rofi"));
    EXPECT_TRUE(is_launcher("org.kde.krunner"));
    EXPECT_FALSE(is_launcher(""));
    EXPECT_FALSE(is_launcher("rofi2"));
}

} // namespace

} // namespace headroom
