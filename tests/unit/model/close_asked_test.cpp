// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/close_asked.h"

#include "model/job.h"
#include "seen.h"

namespace headroom {

namespace {

using namespace seen;
using testing::ElementsAre;

std::vector<WindowId> windows_to_close(const Action &action)
{
    return std::get<action::Close>(action.what).windows;
}

TEST(CloseAsked, ItsWindowsAreClosedSinceAProgramThatIsToldToEndSavesNothing)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const WindowId hidden = desk.window(kate.process);
    desk.changes(hidden, [](Window &window) { window.hidden = true; });
    desk.window(kate.process, {}, WindowKind::Shell);
    desk.app("firefox");
    desk.happens(event::CloseAsked{kate.id});
    ASSERT_EQ(desk.turn(), Lines{"close the windows of " + kate.name});
    EXPECT_THAT(windows_to_close(desk.actions[0]), ElementsAre(kate.window, hidden))
        << "a popup closes with its parent window";
    EXPECT_EQ(desk.actions[0].reason, "asked org.kde.kate to close its windows: you requested it");
    EXPECT_EQ(desk.turn(), Lines{}) << "only once";
}

TEST(CloseAsked, TheBrowserThatALinkHasOpenedInItsUnitStaysOpen)
{
    Desk desk;
    const App mail = desk.app("thunderbird");
    const ProcessId browser = desk.process(mail.unit, "firefox");
    desk.happens(event::HintRead{browser, "firefox"});
    desk.window(browser, "firefox");
    const auto closed = [&] {
        desk.happens(event::CloseAsked{mail.id});
        desk.turn();
        return windows_to_close(desk.actions.at(0)).size();
    };
    EXPECT_EQ(closed(), 2U) << "it isn't known to be an app";
    desk.happens(event::AppDescribed{.app = "firefox",
                                     .name = "Firefox",
                                     .terminal = false,
                                     .never_frozen = {},
                                     .shows_windows = true});
    EXPECT_EQ(closed(), 1U);
    EXPECT_THAT(windows_to_close(desk.actions[0]), ElementsAre(mail.window));
    desk.closes(mail.window);
    EXPECT_EQ(closed(), 1U) << "it may be its own";
}

TEST(CloseAsked, WithoutAWindowItsProcessesAreAskedOnceTheyHaveHadTimeToSave)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.closes(kate.window);
    desk.passes(9s);
    desk.turns();
    desk.happens(event::CloseAsked{kate.id});
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(desk.again_at, desk.now + 1s);
    desk.passes(1s);
    ASSERT_EQ(desk.turn(), Lines{"end " + kate.name});
    EXPECT_EQ(desk.actions[0].reason, "asked org.kde.kate to quit: you requested it");
    EXPECT_EQ(desk.turn(), Lines{}) << "only once";
}

TEST(CloseAsked, OneThatNeverHadAWindowIsAskedAtOnce)
{
    Desk desk;
    desk.app("org.kde.kate"); // with no window at all, the list of windows would prove nothing
    desk.unit("app.slice/app-backup-1.scope");
    desk.unit("app.slice/app-backup-2.scope");
    desk.turns();
    desk.happens(event::CloseAsked{"backup"});
    EXPECT_THAT(desk.turns(),
                testing::UnorderedElementsAre("end app-backup-1.scope", "end app-backup-2.scope"));
}

TEST(CloseAsked, ATerminalsTabsEndWithItsWindowAndNotBefore)
{
    Desk desk;
    const App terminal = desk.app("org.gnome.Terminal");
    desk.unit("app.slice/app-org.gnome.Terminal.slice/"
              "vte-spawn-8a3864e7-404c-47a6-b149-f333c63228a5.scope");
    ASSERT_EQ(tabs_of(desk.session, terminal.id).size(), 1U);
    desk.turns();
    desk.happens(event::CloseAsked{terminal.id});
    ASSERT_EQ(desk.turns().size(), 1U);
    desk.happens(event::CloseAsked{terminal.id});
    desk.turn();
    ASSERT_EQ(desk.actions.size(), 1U);
    EXPECT_THAT(windows_to_close(desk.actions[0]), ElementsAre(terminal.window));
}

TEST(CloseAsked, BeforeAnybodyHasToldOfWindowsAnAppMayHaveOne)
{
    for (const bool tells : {true, false}) {
        Desk desk;
        const App kate = desk.app("org.kde.kate");
        desk.happens(event::WindowSourceChanged{});
        desk.happens(event::CloseAsked{kate.id});
        EXPECT_EQ(desk.turn(), Lines{}) << "it may have an unsaved text open";
        EXPECT_EQ(desk.again_at, desk.now + 3s);
        if (tells) {
            desk.happens(event::WindowSourceChanged{"kwin", true});
            desk.window(kate.process, kate.id);
        }
        desk.passes(3s);
        EXPECT_EQ(desk.turns(), tells ? Lines{"close the windows of " + kate.name} : Lines{})
            << "without a source of windows it may still have one";
    }
}

/// Whether the app has a window is unknown: the source has mutter's mark alone, only names, or
/// doesn't exist.
struct Blind {
    Desk desk;
    App kate = desk.app("org.kde.kate");

    explicit Blind(const std::string &source)
    {
        desk.happens(event::WindowSourceChanged{source, false});
    }
    Lines wants(const Event &wish)
    {
        desk.happens(wish);
        Lines lines = desk.turns();
        desk.passes(3s); // as long as a source may still appear
        for (const std::string &line : desk.turns())
            lines.push_back(line);
        return lines;
    }
};

TEST(CloseAsked, WhatMayHaveAWindowThatNobodyTellsOfIsNeverToldToEnd)
{
    for (const char *source : {"mutter", "labwc", ""}) {
        Blind here{source};
        EXPECT_EQ(close_way(here.desk.session, here.kate.id), std::nullopt) << source;
        EXPECT_EQ(here.wants(event::CloseAsked{here.kate.id}), Lines{}) << source;
    }
}

TEST(CloseAsked, UnlessTheUserHasDecidedSo)
{
    for (const char *source : {"mutter", "labwc", ""}) {
        Blind here{source};
        EXPECT_EQ(here.wants(event::EndAsked{here.kate.id}), Lines{"end " + here.kate.name})
            << source;
    }
}

TEST(CloseAsked, ItQuitsByItsOwnActionWhereItHasOne)
{
    for (const bool unasked : {false, true}) {
        Blind here{"mutter"};
        here.desk.happens(event::QuitLookedFor{here.kate.id, true});
        EXPECT_EQ(here.wants(unasked ? Event{event::EndAsked{here.kate.id}}
                                     : Event{event::CloseAsked{here.kate.id}}),
                  Lines{"quit " + here.kate.name});
        EXPECT_EQ(close_way(here.desk.session, here.kate.id), std::nullopt)
            << "the next request looks anew";
    }
    Blind here{"mutter"};
    here.desk.happens(event::QuitLookedFor{here.kate.id, false});
    EXPECT_EQ(here.wants(event::CloseAsked{here.kate.id}), Lines{});
}

TEST(CloseAsked, WhatHasAWindowIsAskedByItHoweverItIsWanted)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.happens(event::QuitLookedFor{kate.id, true});
    desk.happens(event::EndAsked{kate.id});
    EXPECT_EQ(desk.turns(), Lines{"close the windows of " + kate.name});
}

TEST(CloseAsked, AWindowThatIsNobodysMayBeItsOwn)
{
    Desk desk;
    const App game = desk.app("game");
    desk.happens(event::AppDescribed{
        .app = game.id, .name = "Game", .never_frozen = {}, .shows_windows = true});
    desk.closes(game.window);
    desk.window(std::nullopt, "wine");
    desk.passes(1min);
    EXPECT_EQ(close_way(desk.session, game.id), std::nullopt);
    EXPECT_EQ(why_not_closed(desk.session, game.id).in_english(),
              "Game can't be asked to close, and ending it would not ask about unsaved work; to "
              "end it all the same: headroomctl close --force game");
}

TEST(CloseAsked, WhoHasEndedIsNotClosedWhenItIsStartedAgain)
{
    for (const bool ended_before : {true, false}) {
        Desk desk;
        const App kate = desk.app("org.kde.kate");
        desk.happens(event::WindowSourceChanged{}); // the app doesn't get the request immediately
        if (!ended_before)
            desk.happens(event::CloseAsked{kate.id});
        desk.happens(event::UnitGone{kate.unit});
        if (ended_before)
            desk.happens(event::CloseAsked{kate.id}); // from a notification that is still shown
        desk.turns();
        desk.unit("app.slice/app-org.kde.kate-again.scope");
        desk.passes(5s);
        EXPECT_THAT(desk.turns(),
                    testing::Not(testing::Contains("end app-org.kde.kate-again.scope")));
    }
}

TEST(CloseAsked, AWindowOfAProcessThatNobodyKnowsIsTheAppsAllTheSame)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.closes(kate.window);
    const WindowId unknown = desk.window(std::nullopt, kate.id);
    desk.turns();
    desk.happens(event::CloseAsked{kate.id});
    ASSERT_EQ(desk.turn(), Lines{"close the windows of " + kate.name});
    EXPECT_THAT(windows_to_close(desk.actions[0]), ElementsAre(unknown));
}

TEST(CloseAsked, AfterAMinuteAnotherOneIsMeant)
{
    for (const bool in_time : {true, false}) {
        Desk desk;
        const App kate = desk.app("org.kde.kate");
        desk.closes(kate.window);
        desk.turns();
        desk.happens(event::CloseAsked{kate.id});
        desk.passes(in_time ? 59s : 60s); // as on a machine that was suspended immediately
        EXPECT_EQ(desk.turn(), in_time ? Lines{"end " + kate.name} : Lines{});
    }
}

TEST(CloseAsked, WhyItFailedIsKnownUntilItIsAskedAgain)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.happens(event::ActRefused{kate.unit, {}, Act::Close, "the window is gone"});
    EXPECT_EQ(desk.session.unit_refusals.at(kate.unit).at(Act::Close).why, "the window is gone");
    desk.happens(event::CloseAsked{kate.id});
    EXPECT_FALSE(desk.session.unit_refusals.at(kate.unit).contains(Act::Close));
    EXPECT_EQ(desk.turn(), Lines{"close the windows of " + kate.name});
}

TEST(CloseAsked, WhatHoldsMoreThanTheAppIsLeftAlone)
{
    Desk desk;
    const UnitId shared = desk.unit("session.slice/plasma-plasmashell.service");
    desk.window(desk.process(shared, "plasmashell"), "org.kde.plasmashell");
    desk.turns();
    desk.happens(event::CloseAsked{"org.kde.plasmashell"});
    EXPECT_EQ(desk.turn(), Lines{});
}

/// A Wine program whose only window is not managed by the compositor. SIGTERM would lose its data.
TEST(CloseAsked, OneWithAVisibleWindowOfAnotherKindIsNotEnded)
{
    for (const bool hidden : {false, true}) {
        Desk desk;
        desk.app("org.kde.kate");
        const UnitId unit = desk.unit("app.slice/app-game-9.scope");
        const WindowId window = desk.window(desk.process(unit, "game"), {}, WindowKind::Shell);
        desk.changes(window, [&](Window &each) { each.hidden = hidden; });
        desk.passes(1min);
        desk.turns();
        EXPECT_EQ(close_way(desk.session, "game"),
                  hidden ? std::optional{CloseWay::End} : std::nullopt);
    }
}

} // namespace

} // namespace headroom
