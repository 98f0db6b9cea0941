// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/never_apps.h"

#include "policy/why_not_frozen.h"
#include "pressed.h"

#include <functional>

namespace headroom {

namespace {

using namespace seen;
using testing::IsEmpty;

/// From Debian 13, or from desktops that it lacks.
// clang-format off: many to a line
constexpr const char *programs[] = {
    "polkit-kde-authentication-agent-1", "polkit-gnome-authentication-agent-1",
    "polkit-mate-authentication-agent-1", "polkit-ukui-authentication-agent-1",
    "lxqt-policykit-agent", "lxpolkit", "xfce-polkit", "hyprpolkitagent", "gnome-flashback-polkit",
    "budgie-polkit-dialog", "policykit-agent", "dde-polkit-agent", "cosmic-osd", "pkttyagent",
    "gpg-agent", "scdaemon", "pinentry", "pinentry-qt", "pinentry-gnome3", "pinentry-gtk-2",
    "pinentry-fltk", "pinentry-x2go", "pinentry-curses", "gcr-prompter", "gcr-ssh-agent",
    "gcr4-ssh-askpass", "ksshaskpass", "ssh-askpass", "x11-ssh-askpass", "gnome-ssh-askpass",
    "ssh-askpass-fullscreen", "lxqt-openssh-askpass", "git-gui--askpass", "gnome-keyring-daemon",
    "kwalletd6", "ksecretd", "kscreenlocker_greet", "i3lock", "i3lock-fancy", "swaylock",
    "swaylock-plugin", "gtklock", "hyprlock", "slock", "xtrlock", "physlock", "vlock",
    "xsecurelock", "auth_x11", "authproto_pam", "xscreensaver", "xscreensaver-auth",
    "xscreensaver-gfx", "xscreensaver-systemd", "light-locker", "cinnamon-screensaver-main.py",
    "cinnamon-screensaver-pam-helper", "cs-backup-locker", "mate-screensaver",
    "mate-screensaver-dialog", "xfce4-screensaver-dialog", "ukui-screensaver-dialog", "xss-lock",
    "swayidle", "xdg-desktop-portal", "xdg-desktop-portal-kde", "xdg-desktop-portal-gnome",
    "xdg-desktop-portal-lxqt", "xdg-document-portal", "xdg-permission-store", "at-spi-bus-launcher",
    "at-spi2-registryd", "speech-dispatcher", "onboard", "squeekboard", "wvkbd-mobintl",
    "maliit-keyboard", "matchbox-keyboard", "xvkbd"};
// clang-format on

/// The cgroup of everything in a session without units of a user manager.
constexpr const char *login = "/user.slice/user-1000.slice/session-3.scope";

/// A dialog of this program has the focus, in a place where anything else would be an app. Before
/// that, Kate was in front.
struct Dialog {
    explicit Dialog(std::string_view program,
                    const std::string &place = "app.slice/app-thing-1.scope")
        : name(program)
    {
        desk.happens(event::AppDescribed{
            .app = "thing", .name = "Thing", .never_frozen = {}, .shows_windows = true});
        kate = desk.app("org.kde.kate");
        desk.focus(kate);
        desk.turns();
        desk.passes(1s);
        desk.turns(); // the app that was in front before loses its boost
        unit = place.starts_with('/') ? desk.unit_at(place) : desk.unit(place);
        process = desk.process(unit, name);
        window = desk.window(process, "thing");
        desk.passes(1min);
    }
    PressedDesk desk;
    std::string name;
    App kate;
    UnitId unit{};
    ProcessId process;
    WindowId window;
};

/// The lines that are about this unit.
Lines about(const std::vector<std::string> &lines, const std::string &name)
{
    Lines found;
    std::ranges::copy_if(lines, std::back_inserter(found), [&](const std::string &line) {
        return line.contains(name) || line.contains("adopt");
    });
    return found;
}

struct Request {
    const char *what;
    std::function<Lines(Dialog &)> ask;
    [[nodiscard]] bool takes_long() const { return std::string_view{what}.contains("pressure"); }
};

/// Under pressure these programs behave alike, so every eighth is enough.
bool is_tried(const Request &request, std::size_t program)
{
    return !request.takes_long() || program % 8 == 0;
}

Lines freezes(Dialog &at)
{
    at.desk.happens(event::FreezeAsked{"thing", 1h});
    return at.desk.turns();
}

Lines hogs(Dialog &at, const Load &load)
{
    at.desk.appetites[at.unit] = {.grows = 100 * mib};
    at.desk.load = load;
    return at.desk.acts_in(5s);
}

const std::vector<Request> &requests()
{
    static const std::vector<Request> all{
        {"Freeze", freezes},
        {"Freeze with a rule",
         [](Dialog &at) {
             at.desk.config.rules["thing"] = AppRule::Eager;
             return freezes(at);
         }},
        {"Freeze after a hold of another",
         [](Dialog &at) {
             at.desk.happens(event::HoldTaken{"org.kde.kate", ":1.7", "mine"});
             return freezes(at);
         }},
        {"Close",
         [](Dialog &at) {
             at.desk.happens(event::CloseAsked{"thing"});
             return at.desk.turns();
         }},
        {"End",
         [](Dialog &at) {
             at.desk.happens(event::EndAsked{"thing"});
             at.desk.passes(10s);
             return at.desk.turns();
         }},
        {"launched",
         [](Dialog &at) {
             at.desk.happens(event::AppLaunched{at.process, "thing"});
             at.desk.passes(2s);
             return at.desk.turns();
         }},
        {"named on the bus",
         [](Dialog &at) {
             at.desk.happens(event::AppNamed{at.process, "thing"});
             return at.desk.turns();
         }},
        {"focus",
         [](Dialog &at) {
             at.desk.happens(event::FocusMoved{at.window});
             return at.desk.turns();
         }},
        {"high pressure", [](Dialog &at) { return hogs(at, hanging()); }},
        {"critical pressure", [](Dialog &at) { return hogs(at, full()); }},
        {"critical pressure with a rule",
         [](Dialog &at) {
             at.desk.config.rules["thing"] = AppRule::Eager;
             return hogs(at, full());
         }},
        {"critical pressure, hidden",
         [](Dialog &at) {
             at.desk.changes(at.window, [](Window &window) { window.hidden = true; });
             return hogs(at, full());
         }},
    };
    return all;
}

TEST(NeverApps, NothingIsDoneToItWhoeverAsks)
{
    for (std::size_t i = 0; i < std::size(programs); ++i) {
        SCOPED_TRACE(programs[i]);
        for (const Request &request : requests()) {
            for (const char *place :
                 {"app.slice/app-thing-1.scope", "app.slice/app-thing@autostart.service"}) {
                if (!is_tried(request, i))
                    continue;
                Dialog at{programs[i], place};
                EXPECT_THAT(about(request.ask(at), at.desk.session.units.at(at.unit).name()),
                            IsEmpty())
                    << request.what << " in " << place;
            }
        }
    }
}

TEST(NeverApps, ItIsNotAdopted)
{
    for (std::size_t i = 0; i < std::size(programs); ++i) {
        SCOPED_TRACE(programs[i]);
        for (const Request &request : requests()) {
            if (!is_tried(request, i))
                continue;
            Dialog at{programs[i], login};
            EXPECT_THAT(about(request.ask(at), "session-3.scope"), IsEmpty()) << request.what;
        }
    }
}

TEST(NeverApps, WhatWasInFrontStaysThere)
{
    for (const char *program : programs) {
        SCOPED_TRACE(program);
        Dialog at{program};
        at.desk.happens(event::FocusMoved{at.window});
        EXPECT_EQ(at.desk.session.focused_app(), "org.kde.kate");
        EXPECT_EQ(refuse_freeze(at.desk.session, "org.kde.kate"),
                  "org.kde.kate is the active app, which is never paused");
        at.desk.passes(1s);
        EXPECT_EQ(at.desk.turns(), Lines{}) << "it stays boosted";
    }
}

TEST(NeverApps, TheKernelsShortNameIsEnough)
{
    for (const char *program : programs) {
        SCOPED_TRACE(program);
        const std::string name = std::string{program}.substr(0, 15);
        if (!std::string_view{program}.ends_with("--askpass")) // recognised by this ending
            EXPECT_TRUE(is_never_app(name)) << name;
    }
}

/// Proves that the tests above can fail: another program in the same place is acted on.
TEST(NeverApps, AnotherProgramIsActedOn)
{
    for (const Request &request : requests()) {
        const std::string what = request.what;
        if (what == "focus" || what == "launched" || what == "named on the bus"
            || request.takes_long())
            continue; // boosts, or needs more than a unit
        Dialog at{"thing"};
        EXPECT_THAT(about(request.ask(at), "app-thing-1.scope"), testing::Not(IsEmpty())) << what;
    }
    Dialog at{"thing"};
    at.desk.happens(event::FocusMoved{at.window});
    EXPECT_EQ(at.desk.session.focused_app(), "thing");
    Dialog hidden{"thing"};
    hidden.desk.changes(hidden.window, [](Window &window) { window.hidden = true; });
    EXPECT_THAT(hogs(hidden, hanging()), testing::Contains("freeze app-thing-1.scope"));
    Dialog stray{"thing", login};
    EXPECT_THAT(about(stray.desk.turns(), "session-3.scope"), testing::Not(IsEmpty()));
}

TEST(NeverApps, NamesOfOthers)
{
    for (const char *program : {"", "kate", "gpg", "ssh", "orca", "orca-slicer", "onboarding",
                                "slockd", "keepassxc", "seahorse", "askpass-tool", "polkit"})
        EXPECT_FALSE(is_never_app(program)) << program;
    for (const char *id : {"orca", "orca-autostart", "org.gnome.keyring.SystemPrompter",
                           "org.cinnamon.ScreenSaver", "at-spi-dbus-bus", "pinentry-qt"})
        EXPECT_TRUE(is_never_app_id(id)) << id;
    for (const char *unit :
         {"gpg-agent.service", "plasma-polkit-agent.service", "orca.service", "ssh-agent.service",
          "plasma-xdg-desktop-portal-kde.service", "gcr-ssh-agent.service", "xscreensaver.service",
          "speech-dispatcher.service"})
        EXPECT_TRUE(is_never_app_unit(unit)) << unit;
    for (const char *unit : {"something.service", "gpg-agent.scope", "gpg-agent-1.scope",
                             "plasma-kate.service", ".service", "orca", ""})
        EXPECT_FALSE(is_never_app_unit(unit)) << unit;
}

/// A source without processes reports only names.
TEST(NeverApps, WithoutAProcessTheWindowsOwnWordCounts)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    const WindowId window = desk.window(std::nullopt, "pinentry-qt");
    desk.happens(event::FocusMoved{window});
    EXPECT_EQ(desk.session.focused_app(), "org.kde.kate");
}

/// A program whose window only claims such a name is not exempt if its process is known. Otherwise
/// it could be in front undetected.
TEST(NeverApps, AProgramIsNotTakenForOneByWhatItsWindowSays)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const WindowId window = desk.window(kate.process, "pinentry-qt");
    desk.happens(event::FocusMoved{window});
    EXPECT_EQ(desk.session.windows.at(window).kind, WindowKind::Normal);
}

/// Orca is a script, so its program is Python. Its unit shows what it is, or that unit's app.
TEST(NeverApps, AScriptIsRecognisedByItsUnit)
{
    for (const char *place :
         {"app.slice/orca.service", "app.slice/app-flatpak-org.gnome.Orca-1.scope"}) {
        Desk desk;
        const App kate = desk.app("org.kde.kate");
        desk.focus(kate);
        const WindowId window = desk.window(desk.process(desk.unit(place), "python3"), "python3");
        desk.happens(event::FocusMoved{window});
        EXPECT_EQ(desk.session.windows.at(window).kind, WindowKind::Shell) << place;
        EXPECT_EQ(desk.session.focused_app(), kate.id) << place;
    }
}

TEST(NeverApps, AScriptIsNotAdoptedFromTheBus)
{
    Desk desk;
    const UnitId bus = desk.unit("session.slice/dbus.service");
    const Ancestor daemon = desk.ancestor("dbus-daemon");
    desk.happens(event::UnitDescribed{bus, {"dbus.service"}, "", daemon.id.pid});
    for (const auto &[id, adopted] : {std::pair{"org.gnome.Orca", 0U}, {"org.gnome.Maps", 1U}}) {
        const ProcessId process = desk.process(bus, "python3", {daemon});
        desk.happens(event::AppNamed{process, id});
        EXPECT_EQ(desk.turn().size(), adopted) << id;
    }
}

} // namespace

} // namespace headroom
