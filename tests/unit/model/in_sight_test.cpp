// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/hidden.h"
#include "policy/why_not_frozen.h"
#include "pressed.h"

// What counts as hidden, visible or unknown. Unknown is never hidden.
namespace headroom {

namespace {

using namespace seen;

Stream screencast(StreamKind kind = StreamKind::Screencast, bool running = true)
{
    return {.id = StreamId{7},
            .process = std::nullopt,
            .app_hint = "org.example.recorder",
            .kind = kind,
            .running = running};
}

/// A game with a hidden window, and an editor in front.
struct OutOfSight {
    PressedDesk desk;
    App game;

    OutOfSight() : game(desk.app("game")) { hides(true); }
    void hides(bool hidden)
    {
        desk.changes(game.window, [&](Window &window) { window.hidden = hidden; });
    }
    [[nodiscard]] std::optional<bool> hidden() const { return is_hidden(desk.session, "game"); }
};

TEST(InSight, AWindowOutOfSightIsHidden)
{
    OutOfSight here;
    EXPECT_EQ(here.hidden(), true);
    here.hides(false);
    EXPECT_EQ(here.hidden(), false);
}

TEST(InSight, WhileTheScreenIsRecordedNothingIsKnownToBeHidden)
{
    struct Case {
        Stream stream;
        std::optional<bool> hidden;
    };
    for (const Case &one : {
             Case{screencast(), std::nullopt},
             Case{screencast(StreamKind::Screencast, /*running=*/false), true},
             Case{screencast(StreamKind::Playback), true},
         }) {
        OutOfSight here;
        here.desk.happens(event::StreamSeen{one.stream});
        EXPECT_EQ(here.hidden(), one.hidden);
        here.desk.happens(event::StreamGone{one.stream.id});
        EXPECT_EQ(here.hidden(), true);
    }
    OutOfSight shown;
    shown.hides(false);
    shown.desk.happens(event::StreamSeen{screencast()});
    EXPECT_EQ(shown.hidden(), false) << "a visible window outweighs a screencast";
}

TEST(InSight, TheCompositorsOwnStreamIsEnoughToShowThatTheScreenIsRecorded)
{
    OutOfSight here;
    Stream produced = screencast();
    produced.app_hint.clear();
    produced.process =
        here.desk.process(here.desk.unit("session.slice/kwin.service"), "kwin_wayland");
    here.desk.happens(event::StreamSeen{produced});
    EXPECT_EQ(here.hidden(), std::nullopt);
}

TEST(InSight, APanelOfItsOwnIsSeen)
{
    OutOfSight here;
    const WindowId dock = here.desk.window(here.game.process, "game", WindowKind::Shell);
    EXPECT_EQ(here.hidden(), false);
    here.desk.changes(dock, [](Window &window) { window.hidden = true; });
    EXPECT_EQ(here.hidden(), true);

    PressedDesk desk;
    const App bar = desk.starting("bar", /*has_desktop_file=*/false);
    desk.passes(1h);
    EXPECT_EQ(is_hidden(desk.session, "bar"), true);
    desk.window(desk.process(bar.unit, "bar"), "", WindowKind::Shell);
    EXPECT_EQ(is_hidden(desk.session, "bar"), false);
}

TEST(InSight, WithoutAWindowItIsHiddenOnlyWhereAllAreTold)
{
    struct Case {
        const char *source;
        std::optional<bool> hidden;
    };
    for (const Case &one : {Case{"kwin", true}, Case{"gnome-shell", true},
                            Case{"x11", std::nullopt}, Case{"sway", std::nullopt}}) {
        PressedDesk desk;
        desk.starting("bar", /*has_desktop_file=*/false);
        desk.happens(event::WindowSourceChanged{one.source, true});
        EXPECT_EQ(is_hidden(desk.session, "bar"),
                  desk.session.windows.empty() ? std::nullopt : one.hidden);
        desk.app("editor");
        EXPECT_EQ(is_hidden(desk.session, "bar"), one.hidden) << one.source;
    }
}

TEST(InSight, WhatACompositorInAWindowShowsNobodyTells)
{
    for (const auto &[program, hidden] :
         std::initializer_list<std::pair<const char *, std::optional<bool>>>{
             {"sway", std::nullopt},
             {"weston", std::nullopt},
             {"Xephyr", std::nullopt},
             {"swaybg", true}}) {
        PressedDesk desk;
        desk.starting("within", /*has_desktop_file=*/false);
        EXPECT_EQ(is_hidden(desk.session, "within"), true);
        const UnitId unit = desk.unit("app.slice/app-nested-1.scope");
        const WindowId display = desk.window(desk.process(unit, program));
        EXPECT_EQ(is_hidden(desk.session, "within"), hidden) << program;
        desk.closes(display);
        EXPECT_EQ(is_hidden(desk.session, "within"), true);
    }
}

TEST(InSight, AnEmptyListHidesNobody)
{
    PressedDesk desk;
    desk.starting("bar", /*has_desktop_file=*/false);
    EXPECT_EQ(is_hidden(desk.session, "bar"), true);
    desk.closes(desk.front.window);
    EXPECT_EQ(is_hidden(desk.session, "bar"), std::nullopt);
}

TEST(InSight, WhereTheLastOneWasSeenToCloseThereIsNone)
{
    PressedDesk desk;
    desk.happens(event::WindowSourceChanged{"sway", true});
    const App game = desk.app("game");
    desk.closes(game.window);
    EXPECT_EQ(is_hidden(desk.session, "game"), true);
    desk.happens(event::WindowSourceChanged{"x11", true});
    EXPECT_EQ(is_hidden(desk.session, "game"), std::nullopt) << "it may have a window there";
}

/// A compositor within a window takes the place of the session's own source.
TEST(InSight, AWindowOfTheSourceBeforeIsNotGone)
{
    OutOfSight here;
    here.hides(false);
    here.desk.happens(event::WindowSourceChanged{"sway", true});
    here.desk.app("within");
    EXPECT_EQ(here.hidden(), std::nullopt);
}

TEST(InSight, WhereItWouldBeDisconnectedNothingInSightIsFrozen)
{
    const std::string sentence =
        "a window of game may be visible, and the compositor would disconnect it";
    struct Case {
        const char *source;
        bool refused;
    };
    for (const Case &one :
         {Case{"kwin", false}, Case{"gnome-shell", false}, Case{"x11", false},
          Case{"hyprland", false}, Case{"niri", true}, Case{"sway", true}, Case{"wayland", true}}) {
        Desk desk;
        desk.happens(event::WindowSourceChanged{one.source, true});
        const App game = desk.app("game");
        EXPECT_EQ(in_english(refuse_freeze(desk.session, "game")),
                  one.refused ? std::optional{sentence} : std::nullopt)
            << one.source;
        desk.changes(game.window, [](Window &window) { window.hidden = true; });
        EXPECT_EQ(refuse_freeze(desk.session, "game"), std::nullopt) << one.source;
    }
}

TEST(InSight, WhatComesIntoSightThereGoesOn)
{
    Desk desk;
    desk.happens(event::WindowSourceChanged{"sway", true});
    const App game = desk.app("game");
    desk.changes(game.window, [](Window &window) { window.hidden = true; });
    desk.turns();
    desk.happens(event::FreezeAsked{"game", 0s});
    ASSERT_EQ(desk.turns(), Lines{"freeze " + game.name});
    desk.happens(event::FreezerSettled{game.unit, true});
    // Not a window to work in, but the compositor would disconnect it all the same.
    desk.window(game.process, "game", WindowKind::Shell);
    EXPECT_EQ(desk.turns(), Lines{"thaw " + game.name});
}

} // namespace

} // namespace headroom
