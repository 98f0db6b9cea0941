// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

#include <format>

// A source that reports windows only by the names that apps give themselves, without processes. A
// Wayland compositor without a socket of its own is one.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;

struct Labwc {
    Desk desk;
    UnitId editor, player;
    WindowId editor_window, player_window;

    Labwc()
    {
        desk.happens(event::WindowSourceChanged{"wayland", false});
        editor = app("editor", "1");
        player = app("player", "1");
        editor_window = desk.window(std::nullopt, "editor");
        player_window = desk.window(std::nullopt, "player");
        desk.turns();
    }
    UnitId app(const AppId &id, const std::string &number)
    {
        const UnitId unit = desk.unit(std::format("app.slice/app-{}-{}.scope", id, number));
        desk.happens(
            event::AppDescribed{.app = id, .name = id, .terminal = false, .never_frozen = {}});
        return unit;
    }
    void focus(const WindowId &window) { desk.happens(event::FocusMoved{window}); }
    /// The window is minimised, so the pointer can't reach it.
    void minimise_player()
    {
        desk.happens(
            event::WindowSeen{Window{.id = player_window, .app_hint = "player", .hidden = true}});
    }
    [[nodiscard]] std::optional<std::string> why_player_runs() const
    {
        return in_english(
            why_not_frozen(desk.session, desk.config, player, Level::Critical, desk.now));
    }
};

const std::string unknown = "it isn't known whether player is, or was, the active app";

TEST(ToldByName, TheOnlyUnitOfThatNameIsBoosted)
{
    Labwc labwc;
    labwc.focus(labwc.editor_window);
    EXPECT_EQ(labwc.desk.turns(), Lines{"boost app-editor-1.scope"});
    labwc.focus(labwc.player_window);
    EXPECT_EQ(labwc.desk.turn(), Lines{"boost app-player-1.scope"});
    labwc.desk.passes(300ms);
    EXPECT_EQ(labwc.desk.turns(), Lines{"unboost app-editor-1.scope"});
}

TEST(ToldByName, OfTwoOfOneNameNobodyKnowsWhichItIs)
{
    Labwc labwc;
    labwc.app("editor", "2");
    labwc.focus(labwc.editor_window);
    EXPECT_THAT(labwc.desk.turns(), IsEmpty());
    EXPECT_EQ(labwc.desk.session.focused_app(), "editor") << "but it is one of them";
    EXPECT_TRUE(why_not_frozen(labwc.desk.session, labwc.desk.config, labwc.editor, Level::Critical,
                               labwc.desk.now));
}

TEST(ToldByName, AProcessThatIsKnownOutranksTheName)
{
    Labwc labwc;
    const WindowId window = labwc.desk.window(labwc.desk.process(labwc.player, "player"), "editor");
    labwc.focus(window);
    EXPECT_EQ(labwc.desk.session.focused_unit(), labwc.player);
    const WindowId unseen = labwc.desk.window(ProcessId{4711, 1}, "editor");
    labwc.focus(unseen);
    EXPECT_EQ(labwc.desk.session.focused_unit(), std::nullopt)
        << "it is in no known unit, whatever its name is";
    labwc.desk.happens(event::WindowSourceChanged{"x11", true});
    labwc.focus(labwc.desk.window(std::nullopt, "editor"));
    EXPECT_EQ(labwc.desk.session.focused_unit(), std::nullopt)
        << "if the source reports processes, a window without one may be any app's";
}

TEST(ToldByName, FocusThaws)
{
    Labwc labwc;
    labwc.focus(labwc.editor_window);
    labwc.desk.turns();
    labwc.minimise_player();
    labwc.desk.happens(event::FreezeAsked{"player", 0s});
    EXPECT_EQ(labwc.desk.turns(), Lines{"freeze app-player-1.scope"});
    labwc.focus(labwc.player_window);
    EXPECT_THAT(labwc.desk.turns(), Contains("thaw app-player-1.scope"));
}

/// The app in front must have been known for ten seconds before any app is frozen.
TEST(ToldByName, WhoMayBeFrozen)
{
    struct Case {
        const char *what;
        std::function<void(Labwc &)> before;
        Duration wait;
        std::optional<std::string> sentence;
    };
    const auto editor_in_front = [](Labwc &labwc) { labwc.focus(labwc.editor_window); };
    const auto nobodys_in_front = [](Labwc &labwc) {
        labwc.focus(labwc.desk.window(std::nullopt, "XTerm"));
    };
    const auto its_unit_comes_later = [&](Labwc &labwc) {
        nobodys_in_front(labwc);
        labwc.desk.passes(1h);
        labwc.app("XTerm", "1");
    };
    const auto another_comes_up = [&](Labwc &labwc) {
        editor_in_front(labwc);
        labwc.desk.passes(1h);
        labwc.app("editor", "2");
    };
    const auto its_window_closes = [&](Labwc &labwc) {
        editor_in_front(labwc);
        labwc.desk.passes(1h);
        labwc.desk.closes(labwc.editor_window);
    };
    const auto nothing_has_the_focus = [&](Labwc &labwc) {
        editor_in_front(labwc);
        labwc.desk.passes(1h);
        labwc.desk.happens(event::FocusMoved{std::nullopt});
    };
    const std::vector<Case> cases{
        {"looked at for long enough", editor_in_front, 10s, std::nullopt},
        {"not for long enough", editor_in_front, 10s - 1us, unknown},
        {"nobody was seen in front", [](Labwc &) {}, 1h, unknown},
        {"one by a name that no unit has", nobodys_in_front, 1h, unknown},
        {"its unit comes later", its_unit_comes_later, 10s - 1us, unknown},
        {"its unit came long ago", its_unit_comes_later, 10s, std::nullopt},
        {"a second one of its name comes up", another_comes_up, 1h, unknown},
        {"the window in front has closed", its_window_closes, 1h, unknown},
        {"one that isn't told may have the focus", nothing_has_the_focus, 1h, unknown},
    };
    for (const Case &one : cases) {
        Labwc labwc;
        labwc.minimise_player();
        one.before(labwc);
        labwc.desk.passes(one.wait);
        EXPECT_EQ(labwc.why_player_runs(), one.sentence) << one.what;
    }
}

TEST(ToldByName, MinimisedIsNotKnownToBeHidden)
{
    Labwc labwc;
    labwc.minimise_player();
    labwc.focus(labwc.editor_window);
    labwc.desk.passes(1h);
    EXPECT_EQ(why_not_frozen(labwc.desk.session, labwc.desk.config, labwc.player, Level::High,
                             labwc.desk.now),
              "it isn't known whether player is visible");
}

TEST(ToldByName, WhatIsNotMinimisedIsNotFrozen)
{
    Labwc labwc;
    labwc.focus(labwc.editor_window);
    labwc.desk.passes(1h);
    const std::string in_sight =
        "a window of player may be visible, and the compositor would disconnect it";
    EXPECT_EQ(labwc.why_player_runs(), in_sight);
    labwc.desk.happens(event::FreezeAsked{"player", 0s});
    EXPECT_THAT(labwc.desk.turns(), Not(Contains("freeze app-player-1.scope")));
    labwc.minimise_player();
    EXPECT_EQ(labwc.why_player_runs(), std::nullopt);
}

} // namespace

} // namespace headroom
