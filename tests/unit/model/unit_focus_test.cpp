// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"

#include <format>

// A source that knows only which unit is in front: GNOME Shell without Headroom's extension.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::Not;
using testing::StartsWith;

/// An app as it appears when no windows are reported.
App unseen(Desk &desk, const AppId &id)
{
    App app{.id = id,
            .unit = {},
            .name = std::format("app-gnome-{}-1.scope", id),
            .process = {},
            .window = {}};
    app.unit = desk.unit("app.slice/" + app.name);
    desk.happens(event::AppDescribed{.app = id, .name = id, .terminal = false, .never_frozen = {}});
    return app;
}

struct Gnome {
    Desk desk;
    App editor, player;
    Gnome()
    {
        desk.happens(event::WindowSourceChanged{"mutter", false});
        editor = unseen(desk, "editor");
        player = unseen(desk, "player");
    }
    void focus(std::optional<UnitId> unit) { desk.happens(event::UnitFocused{unit}); }
};

TEST(UnitFocus, TheUnitInFrontIsBoosted)
{
    Gnome gnome;
    gnome.focus(gnome.editor.unit);
    EXPECT_EQ(gnome.desk.session.focused_app(), "editor");
    EXPECT_EQ(gnome.desk.turn(), Lines{"boost " + gnome.editor.name});
    EXPECT_EQ(gnome.desk.actions[0].reason, "boosted editor: editor is the active app");
    gnome.focus(gnome.player.unit);
    EXPECT_EQ(gnome.desk.turn(), Lines{"boost " + gnome.player.name});
    gnome.desk.passes(300ms);
    EXPECT_EQ(gnome.desk.turn(), Lines{"unboost " + gnome.editor.name});
}

/// GNOME Files: mutter takes its windows for the Shell's, so focus on one is reported as focus on
/// no app.
TEST(UnitFocus, NobodysMayBeThatOfAFrozenAppThatNeverWasInFront)
{
    for (const bool was_in_front : {false, true}) {
        Gnome gnome;
        const App files = unseen(gnome.desk, "files");
        if (was_in_front)
            gnome.focus(files.unit);
        gnome.focus(gnome.editor.unit);
        gnome.desk.passes(1h);
        gnome.desk.happens(event::FreezeAsked{"files", 0s});
        ASSERT_THAT(gnome.desk.turns(), Contains("freeze " + files.name));
        gnome.focus(gnome.player.unit);
        EXPECT_THAT(gnome.desk.turns(), Not(Contains("thaw " + files.name)));
        gnome.focus(std::nullopt);
        EXPECT_EQ(testing::Matches(Contains("thaw " + files.name))(gnome.desk.turns()),
                  !was_in_front);
    }
}

/// Mutter pings windows under the pointer. If a window doesn't answer, it offers to end the app.
TEST(UnitFocus, AFrozenWindowThatTheCompositorPingsGoesOn)
{
    for (const std::string source : {"mutter", "kwin"}) {
        Gnome gnome;
        const App files = unseen(gnome.desk, "files");
        gnome.focus(gnome.editor.unit);
        gnome.desk.passes(1h);
        gnome.desk.happens(event::FreezeAsked{"files", 0s});
        ASSERT_THAT(gnome.desk.turns(), Contains("freeze " + files.name));
        gnome.desk.session.window_source = source;
        gnome.desk.happens(event::EventsArrived{files.unit});
        EXPECT_EQ(testing::Matches(Contains("thaw " + files.name))(gnome.desk.turns()),
                  source == "mutter")
            << source;
    }
}

TEST(UnitFocus, TheOverviewTakesNoBoost)
{
    Gnome gnome;
    gnome.focus(gnome.editor.unit);
    gnome.desk.turns();
    gnome.focus(std::nullopt);
    gnome.desk.passes(1h);
    EXPECT_EQ(gnome.desk.turns(), Lines{});
    EXPECT_EQ(gnome.desk.session.focused_app(), "editor");
    gnome.focus(UnitId{4711}); // a unit that isn't known here
    EXPECT_EQ(gnome.desk.turns(), Lines{});
    gnome.focus(gnome.editor.unit);
    EXPECT_EQ(gnome.desk.turns(), Lines{});
}

TEST(UnitFocus, AnAppThatIsInNoUnitOfItsOwnTakesTheFocusAway)
{
    Gnome gnome;
    gnome.focus(gnome.editor.unit);
    gnome.desk.turns();
    gnome.focus(gnome.desk.unit("session.slice/dbus.service"));
    EXPECT_EQ(gnome.desk.session.focused_app(), std::nullopt);
    gnome.desk.passes(300ms);
    EXPECT_EQ(gnome.desk.turns(), Lines{"unboost " + gnome.editor.name});
}

TEST(UnitFocus, EndsWithTheUnit)
{
    Gnome gnome;
    gnome.focus(gnome.editor.unit);
    gnome.desk.turns();
    gnome.desk.happens(event::UnitGone{gnome.editor.unit});
    EXPECT_FALSE(gnome.desk.session.focus);
    EXPECT_FALSE(gnome.desk.session.front_known);
    EXPECT_EQ(gnome.desk.turns(), Lines{});
}

TEST(UnitFocus, FocusThaws)
{
    Gnome gnome;
    gnome.desk.happens(event::FreezeAsked{"player", 0s});
    EXPECT_EQ(gnome.desk.turns(), Lines{"freeze " + gnome.player.name});
    gnome.focus(gnome.player.unit);
    EXPECT_THAT(gnome.desk.turns(), Contains("thaw " + gnome.player.name));
}

TEST(UnitFocus, ASourceThatSeesMoreTakesOverWithoutAGap)
{
    Gnome gnome;
    gnome.focus(gnome.editor.unit);
    gnome.desk.turns();
    gnome.desk.happens(event::WindowSourceChanged{"gnome-shell", true});
    EXPECT_FALSE(gnome.desk.session.focus);
    const WindowId window = gnome.desk.window(gnome.desk.process(gnome.editor.unit, "editor"));
    gnome.desk.happens(event::FocusMoved{window});
    EXPECT_EQ(gnome.desk.turns(), Lines{}) << "the boost was never removed";
    EXPECT_EQ(gnome.desk.session.focused_unit(), gnome.editor.unit);
    // The extension was switched off.
    gnome.desk.happens(event::WindowSourceChanged{"mutter", false});
    EXPECT_TRUE(gnome.desk.session.windows.empty());
    gnome.focus(gnome.editor.unit);
    EXPECT_EQ(gnome.desk.turns(), Lines{});
}

/// Decision 15: if visibility is unknown, freeze only at critical, and only an app that was not in
/// front for ten seconds.
TEST(UnitFocus, WhoMayBeFrozenUnseen)
{
    struct Case {
        const char *what;
        std::function<void(Gnome &)> before;
        Duration wait;
        Level level;
        std::optional<std::string> sentence;
    };
    const auto editor_in_front = [](Gnome &gnome) { gnome.focus(gnome.editor.unit); };
    const auto player_was_in_front = [](Gnome &gnome) {
        gnome.focus(gnome.player.unit);
        gnome.desk.passes(1h);
        gnome.focus(gnome.editor.unit);
    };
    const auto eager_player = [&](Gnome &gnome) {
        gnome.desk.config.rules["player"] = AppRule::Eager;
        player_was_in_front(gnome);
    };
    const auto overview_opened = [](Gnome &gnome) {
        gnome.focus(gnome.editor.unit);
        gnome.desk.passes(1h);
        gnome.focus(std::nullopt);
    };
    const auto overview_over = [&](Gnome &gnome) {
        overview_opened(gnome);
        gnome.focus(gnome.editor.unit);
    };
    const auto stray_in_front = [](Gnome &gnome) {
        gnome.focus(gnome.desk.unit("session.slice/dbus.service"));
    };
    const std::string unknown = "it isn't known whether player is, or was, the active app";
    const std::string unseen = "it isn't known whether player is visible";
    const std::string lost =
        "windows are no longer reported, so a click on one would resume nothing";
    const std::string a_moment_ago = "player was the active app until a moment ago";
    const std::vector<Case> cases{
        {"at high", editor_in_front, 1h, Level::High, unseen},
        {"at critical", editor_in_front, 1h, Level::Critical, std::nullopt},
        {"not looked at for long enough", editor_in_front, 10s - 1us, Level::Critical, unknown},
        {"looked at for long enough", editor_in_front, 10s, Level::Critical, std::nullopt},
        {"in front a moment ago", player_was_in_front, 10s - 1us, Level::Critical, a_moment_ago},
        {"in front long ago", player_was_in_front, 10s, Level::Critical, std::nullopt},
        {"eager, in front a moment ago", eager_player, 10s - 1us, Level::Critical, a_moment_ago},
        {"eager, in front long ago", eager_player, 10s, Level::Critical, std::nullopt},
        {"nobody was seen in front", [](Gnome &) {}, 1h, Level::Critical, unknown},
        {"nobody is in front", overview_opened, 1h, Level::Critical, unknown},
        {"nobody was in front until a moment ago", overview_over, 10s - 1us, Level::Critical,
         unknown},
        {"nobody was in front long ago", overview_over, 10s, Level::Critical, std::nullopt},
        {"one without a unit is in front", stray_in_front, 1h, Level::Critical, unknown},
        {"no source at all", [](Gnome &gnome) { gnome.desk.happens(event::WindowSourceChanged{}); },
         1h, Level::Critical, lost},
    };
    for (const Case &one : cases) {
        Gnome gnome;
        one.before(gnome);
        gnome.desk.passes(one.wait);
        EXPECT_EQ(why_not_frozen(gnome.desk.session, gnome.desk.config, gnome.player.unit,
                                 one.level, gnome.desk.now),
                  one.sentence)
            << one.what;
    }
}

TEST(UnitFocus, TheLadderWithoutVisibility)
{
    for (const bool critical : {false, true}) {
        PressedDesk desk;
        desk.happens(event::WindowSourceChanged{"mutter", false});
        desk.happens(event::UnitFocused{desk.front.unit});
        desk.passes(1h);
        const App hog = desk.background("hog", {.grows = 80 * mib});
        desk.load = hanging();
        if (critical)
            desk.load.ui_memory_full = desk.load.system_memory_full = 0.9;
        if (critical)
            EXPECT_THAT(desk.acts_in(3s), Contains("freeze " + hog.name));
        else
            EXPECT_THAT(desk.acts_in(3s), Not(Contains(StartsWith("freeze"))));
    }
}

} // namespace

} // namespace headroom
