// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/on_duty.h"
#include "pressed.h"

// A window in no app's unit. It may be of a sandboxed X11 program whose process the X server can't
// name. Or it is behind xwayland-satellite, which owns all windows that it shows.
namespace headroom {

namespace {

using namespace seen;
using testing::IsEmpty;

/// By its desktop file this game shows windows, but no window is known to be its own.
struct Sandboxed {
    PressedDesk desk;
    App game;

    explicit Sandboxed(bool has_desktop_file = true)
    {
        game = desk.starting("game", has_desktop_file);
        desk.passes(1h); // it is no longer starting
    }
    [[nodiscard]] std::optional<std::string> why(Level level = Level::High) const
    {
        return in_english(why_not_frozen(desk.session, desk.config, game.unit, level, desk.now));
    }
};

const std::string unknown = "it isn't known whether game is visible";
const std::string active_unknown = "it isn't known whether game is, or was, the active app";

TEST(NobodysWindow, MayBeOfAnAppThatOughtToHaveOne)
{
    const auto of_no_process = [](PressedDesk &desk) { return desk.window(std::nullopt, "wine"); };
    const auto of_who_shows_it = [](PressedDesk &desk) {
        return desk.window(
            desk.process(desk.unit("session.slice/niri.service"), "xwayland-satellite"));
    };
    const auto not_normal = [](PressedDesk &desk) {
        return desk.window(std::nullopt, "", WindowKind::Shell);
    };
    const auto minimised = [&](PressedDesk &desk) {
        const WindowId window = of_no_process(desk);
        desk.changes(window, [](Window &seen) { seen.hidden = true; });
        return window;
    };
    const auto of_another_app = [](PressedDesk &desk) {
        return desk.app("org.example.other").window;
    };
    struct Case {
        const char *what;
        std::function<WindowId(PressedDesk &)> shows;
        bool has_desktop_file;
        std::optional<std::string> sentence;
    };
    for (const Case &one : {
             Case{"its process isn't told", of_no_process, true, unknown},
             Case{"its process belongs to the desktop", of_who_shows_it, true, unknown},
             Case{"a service is not looked for in a window", of_no_process, false, std::nullopt},
             Case{"a panel is nobody's for good", not_normal, true, std::nullopt},
             Case{"what can't be seen hides nobody", minimised, true, std::nullopt},
             Case{"it is another app's", of_another_app, true, std::nullopt},
         }) {
        Sandboxed here{one.has_desktop_file};
        EXPECT_EQ(here.why(), std::nullopt) << one.what;
        const WindowId window = one.shows(here.desk);
        EXPECT_EQ(here.why(), one.sentence) << one.what;
        here.desk.closes(window);
        EXPECT_EQ(here.why(), std::nullopt) << one.what;
    }
}

TEST(NobodysWindow, AnAppThatHasOneOfItsOwnIsSeenByThat)
{
    Sandboxed here;
    const WindowId own = here.desk.window(here.desk.process(here.game.unit, "game"));
    here.desk.window(std::nullopt, "wine");
    here.desk.changes(own, [](Window &seen) { seen.hidden = true; });
    EXPECT_EQ(here.why(), std::nullopt);
}

TEST(NobodysWindow, InFrontItSparesEvenWhenNothingIsLeft)
{
    Sandboxed here;
    const WindowId window = here.desk.window(std::nullopt, "wine");
    EXPECT_EQ(here.why(Level::Critical), std::nullopt)
        << "the window in front is known, and is another app's";
    here.desk.happens(event::FocusMoved{window});
    here.desk.passes(1h);
    EXPECT_EQ(here.why(Level::Critical), active_unknown);
}

TEST(NobodysWindow, AnXServersUnitIsNotNamedAfterAClientsWindow)
{
    for (const char *program : {"xwayland-satellite", ".xwayland-satellite-wrapped"}) {
        for (const bool by_script : {false, true}) {
            Sandboxed here;
            const UnitId unit = here.desk.unit("app.slice/xwayland-satellite.service");
            const ProcessId satellite = here.desk.process(
                unit, program,
                by_script ? std::vector{here.desk.ancestor("sh")} : std::vector<Ancestor>{});
            here.desk.window(satellite, "steam");
            const WindowId front = here.desk.window(satellite, "wine");
            EXPECT_EQ(here.desk.session.units.at(unit).app, "") << program;
            here.desk.happens(event::FocusMoved{front});
            here.desk.passes(1h);
            EXPECT_EQ(here.why(), unknown) << program;
            EXPECT_EQ(here.why(Level::Critical), active_unknown) << program;
        }
    }
}

TEST(NobodysWindow, MayBeOfAnX11ClientWhoseOwnWindowsAreHidden)
{
    struct Case {
        const char *what;
        const char *source;
        std::optional<ProcessId> (*process)(PressedDesk &);
        bool hidden;
        std::optional<std::string> duty;
    };
    const auto no_process = [](PressedDesk &) -> std::optional<ProcessId> { return std::nullopt; };
    const auto x_server = [](PressedDesk &desk) -> std::optional<ProcessId> {
        return desk.process(desk.unit("session.slice/niri.service"), "xwayland-satellite");
    };
    const auto no_server = [](PressedDesk &desk) -> std::optional<ProcessId> {
        return desk.process(desk.unit("session.slice/tool.service"), "tool");
    };
    const std::string clicks = "clicks on windows of game can't be detected here";
    for (const Case &one : {
             Case{"its process is unknown", "kwin", no_process, false, clicks},
             Case{"the X server shows it", "niri", x_server, false, clicks},
             Case{"it is hidden as well", "niri", x_server, true, std::nullopt},
             Case{"it is no client's", "niri", no_server, false, std::nullopt},
             Case{"each app is a client", "x11", no_process, false, std::nullopt},
         }) {
        Sandboxed here;
        here.desk.happens(event::WindowSourceChanged{one.source, true});
        const WindowId own = here.desk.window(here.desk.process(here.game.unit, "game"));
        here.desk.changes(own, [](Window &seen) { seen.hidden = true; });
        const WindowId other = here.desk.window(one.process(here.desk), "wine");
        here.desk.changes(other, [&](Window &seen) { seen.hidden = one.hidden; });
        const auto duty = [&here] {
            return in_english(inspected_duty(here.desk.session, here.game.unit, here.desk.now));
        };
        EXPECT_EQ(duty(), std::nullopt) << one.what;
        here.desk.happens(event::UnitInspected{here.game.unit, {DutyKind::X11Client}, true});
        EXPECT_EQ(duty(), one.duty) << one.what;
    }
}

/// A program of root that was minimised, and is clicked in the task bar.
TEST(NobodysWindow, WhatItsUserDoesToItResumesTheAppWhoseWindowItMayBe)
{
    struct Case {
        const char *what;
        std::function<void(PressedDesk &, const WindowId &)> done;
    };
    for (const Case &one : {
             Case{"it is shown",
                  [](PressedDesk &desk, const WindowId &window) {
                      desk.changes(window, [](Window &seen) { seen.hidden = false; });
                  }},
             Case{"it is activated",
                  [](PressedDesk &desk, const WindowId &window) {
                      desk.happens(event::FocusMoved{window});
                  }},
             Case{"the compositor pings it",
                  [](PressedDesk &desk, const WindowId &window) {
                      desk.happens(event::WindowAwaited{window});
                  }},
             Case{"another one opens",
                  [](PressedDesk &desk, const WindowId &) { desk.window(std::nullopt, "wine"); }},
         }) {
        Sandboxed here;
        const App kate = here.desk.background("org.kde.kate");
        const WindowId window = here.desk.window(std::nullopt, "wine");
        here.desk.changes(window, [](Window &seen) { seen.hidden = true; });
        for (const AppId &app : {here.game.id, kate.id})
            here.desk.happens(event::FreezeAsked{app, 1h});
        (void)here.desk.turns();
        ASSERT_EQ(here.desk.session.leases.size(), 2U) << one.what;
        one.done(here.desk, window);
        const Lines acts = here.desk.turns();
        EXPECT_THAT(acts, testing::Contains("thaw " + here.game.name)) << one.what;
        EXPECT_THAT(acts, testing::Not(testing::Contains("thaw " + kate.name)))
            << one.what << ": its window is known";
    }
}

TEST(NobodysWindow, OfAKnownProcessItIsNoOtherX11ClientsWindow)
{
    for (const bool by_x_server : {true, false}) {
        Sandboxed here;
        here.desk.happens(event::WindowSourceChanged{"niri", true});
        const WindowId own = here.desk.window(here.desk.process(here.game.unit, "game"));
        here.desk.changes(own, [](Window &seen) { seen.hidden = true; });
        here.desk.happens(event::UnitInspected{here.game.unit, {DutyKind::X11Client}, true});
        here.desk.happens(event::FreezeAsked{here.game.id, 1h});
        (void)here.desk.turns();
        ASSERT_EQ(here.desk.session.leases.size(), 1U);
        const UnitId other = here.desk.unit("session.slice/other.service");
        here.desk.window(here.desk.process(other, by_x_server ? "xwayland-satellite" : "tool"));
        const Lines acts = here.desk.turns();
        EXPECT_EQ(std::ranges::count(acts, "thaw " + here.game.name), by_x_server ? 1 : 0);
    }
}

TEST(NobodysWindow, AWindowOfAKnownAppResumesNoOther)
{
    Sandboxed here;
    const App other = here.desk.app("org.example.other");
    here.desk.happens(event::FreezeAsked{here.game.id, 1h});
    (void)here.desk.turns();
    ASSERT_EQ(here.desk.session.leases.size(), 1U);
    here.desk.happens(event::FocusMoved{here.desk.window(other.process, other.id)});
    EXPECT_THAT(here.desk.turns(), testing::Not(testing::Contains("thaw " + here.game.name)));
}

TEST(NobodysWindow, NobodyIsFrozenOrNappedForIt)
{
    const auto under_pressure = [](bool shown) {
        Sandboxed here;
        here.desk.appetites[here.game.unit] = {.grows = 30 * mib};
        here.desk.uses(here.game, 400 * mib);
        if (shown)
            here.desk.window(std::nullopt, "wine");
        here.desk.load = hanging();
        here.desk.trigger();
        const Lines acts = here.desk.acts_in(1s);
        return std::ranges::count_if(acts, [](const std::string &line) {
            return line.starts_with("freeze ") || line.starts_with("nap ");
        });
    };
    EXPECT_GT(under_pressure(false), 0);
    EXPECT_EQ(under_pressure(true), 0);
}

} // namespace

} // namespace headroom
