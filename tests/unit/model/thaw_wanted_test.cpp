// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/thaw_wanted.h"
#include "seen.h"

#include <functional>
#include <set>

namespace headroom {

namespace {

using namespace seen;

struct Row {
    const char *what;
    std::function<void(Desk &, const App &)> happens;
    const char *reason;
};

const std::vector<Row> &causes()
{
    static const std::vector<Row> rows{
        {"asked", [](Desk &desk, const App &app) { desk.happens(event::ThawAsked{app.id}); },
         "you requested it"},
        {"asked for all", [](Desk &desk, const App &) { desk.happens(event::ThawAsked{}); },
         "you requested it"},
        {"activated", [](Desk &desk, const App &app) { desk.focus(app); },
         "its window was activated"},
        {"shown",
         [](Desk &desk, const App &app) {
             desk.changes(app.window, [](Window &w) { w.hidden = false; });
         },
         "its window was shown again"},
        {"new window",
         [](Desk &desk, const App &app) {
             desk.happens(event::FocusMoved{desk.app("org.example.Other").window});
             desk.window(app.process, app.id);
         },
         "it opened a window"},
        {"awaited",
         [](Desk &desk, const App &app) { desk.happens(event::WindowAwaited{app.window}); },
         "its window had to respond"},
        {"launched again",
         [](Desk &desk, const App &app) { desk.happens(event::AppLaunched{{9, 9}, app.id}); },
         "it was launched again"},
        {"started again",
         [](Desk &desk, const App &app) { desk.happens(event::AppStarting{app.id}); },
         "it was launched again"},
        {"a second unit",
         [](Desk &desk, const App &app) { desk.unit("app.slice/app-" + app.id + "-again.scope"); },
         "it was launched again"},
        {"a unit that turns out to be its second",
         [](Desk &desk, const App &app) {
             const UnitId unit = desk.unit("app.slice/app-other-again.scope");
             desk.happens(event::UnitDescribed{
                 unit, {}, "/usr/share/applications/" + app.id + ".desktop", 0});
         },
         "it was launched again"},
        {"hold over", [](Desk &desk, const App &) { desk.passes(1min); },
         "it was paused for the longest time allowed"},
        {"no longer possible",
         [](Desk &desk, const App &) { desk.cannot(Capability::RecordFrozen); },
         "it may no longer be paused"},
        {"a window somewhere else",
         [](Desk &desk, const App &app) {
             desk.changes(app.window, [](Window &w) { w.process.reset(); });
         },
         "it may no longer be paused"},
        {"another app after all",
         [](Desk &desk, const App &app) {
             desk.happens(
                 event::UnitDescribed{app.unit, {}, "/usr/share/applications/other.desktop", 0});
         },
         "it may no longer be paused"},
        {"by others",
         [](Desk &desk, const App &app) { desk.happens(event::FreezerSettled{app.unit, false}); },
         "another program resumed it"},
        {"about to sleep",
         [](Desk &desk, const App &) { desk.happens(event::PartingBegins{Parting::Sleep}); },
         "the computer is about to sleep"},
        {"about to be switched off",
         [](Desk &desk, const App &) { desk.happens(event::PartingBegins{Parting::Shutdown}); },
         "the session is about to end"},
        {"about to log out",
         [](Desk &desk, const App &) { desk.happens(event::PartingBegins{Parting::Logout}); },
         "the session is about to end"},
        {"windows are lost",
         [](Desk &desk, const App &) { desk.happens(event::WindowSourceChanged{}); },
         "windows are no longer reported"},
        {"ending", [](Desk &desk, const App &) { desk.happens(event::Ending{}); },
         "Headroom is ending"},
    };
    return rows;
}

App frozen_and_hidden(Desk &desk)
{
    const App app = desk.frozen("org.kde.kate", 1min);
    desk.changes(app.window, [](Window &w) { w.hidden = true; });
    EXPECT_EQ(desk.turns(), Lines{});
    return app;
}

TEST(ThawWanted, Invariant2EachCauseThawsAtOnceAndForGood)
{
    for (const Row &row : causes()) {
        Desk desk;
        const App app = frozen_and_hidden(desk);
        row.happens(desk, app);
        const Lines lines = desk.turn();
        ASSERT_FALSE(lines.empty()) << row.what;
        EXPECT_EQ(lines.front(), "thaw " + app.name) << row.what;
        EXPECT_EQ(desk.actions[0].reason, "resumed org.kde.kate: " + std::string{row.reason})
            << row.what;
        EXPECT_THAT(desk.turns(), testing::Not(testing::Contains(testing::StartsWith("freeze"))))
            << row.what;
        desk.passes(1h);
        EXPECT_THAT(desk.turns(), testing::Not(testing::Contains(testing::StartsWith("freeze"))))
            << row.what;
    }
}

TEST(ThawWanted, Invariant2ACauseInTheSameTurnOutranksTheRequest)
{
    for (const Row &row : causes()) {
        if (row.what == std::string_view{"by others"})
            continue; // the app isn't frozen yet, so another program can't thaw it
        Desk desk;
        const App app = desk.app("org.kde.kate");
        desk.changes(app.window, [](Window &w) { w.hidden = true; });
        desk.turns();
        desk.happens(event::FreezeAsked{app.id, 1min});
        row.happens(desk, app);
        EXPECT_THAT(desk.turns(), testing::Not(testing::Contains(testing::StartsWith("freeze"))))
            << row.what;
    }
}

TEST(ThawWanted, AnotherAppsAffairsThawNobody)
{
    Desk desk;
    frozen_and_hidden(desk);
    const App firefox = desk.app("firefox");
    desk.focus(firefox);
    desk.window(firefox.process, "firefox");
    desk.happens(event::AppLaunched{firefox.process, "firefox"});
    desk.happens(event::AppStarting{"firefox"});
    desk.happens(event::AppStarting{"org.kde"});
    desk.happens(event::AppStarting{""});
    desk.happens(event::ThawAsked{"firefox"});
    EXPECT_EQ(desk.turns(), Lines{"boost " + firefox.name});
}

TEST(ThawWanted, AWindowThatIsToAnswerThawsItsAppAlone)
{
    Desk desk;
    const App app = frozen_and_hidden(desk);
    const WindowId popup = desk.window(app.process, app.id, WindowKind::Shell);
    for (const WindowId &other : {desk.app("firefox").window, popup, WindowId{"never heard of"}}) {
        desk.happens(event::WindowAwaited{other});
        EXPECT_EQ(desk.turns(), Lines{}) << other;
    }
    desk.happens(event::WindowAwaited{app.window});
    EXPECT_EQ(desk.turns(), Lines{"thaw " + app.name});
}

TEST(ThawWanted, WhatChangesNothingThawsNobody)
{
    Desk desk;
    const App app = frozen_and_hidden(desk);
    desk.changes(app.window, [](Window &) {});
    desk.happens(event::UnitAppeared{app.unit, "/user.slice/again"});
    desk.happens(event::UnitDescribed{app.unit, {app.name}, "", 0});
    desk.happens(event::FreezerSettled{app.unit, true});
    desk.happens(event::FocusMoved{std::nullopt});
    desk.happens(event::WindowSourceChanged{"kwin", true});
    EXPECT_EQ(desk.turns(), Lines{});
}

TEST(ThawWanted, TheHoldEndsOnTime)
{
    for (const auto &[hold, ends] : std::vector<std::pair<Duration, Duration>>{
             {10s, 10s}, {0s, 4h}, {4h, 4h}, {1000h, 4h}, {1us, 1us}}) {
        const FreezeRequest request{.asked = TimePoint{7s}, .hold = hold, .ended = std::nullopt};
        EXPECT_EQ(request_expires(Config{}, request), TimePoint{7s + ends}) << hold;
    }
    for (const auto &[after, over] : std::vector<std::pair<Duration, bool>>{
             {59s, false}, {1min - 1us, false}, {1min, true}, {1min + 1us, true}}) {
        Desk desk;
        const App app = desk.frozen("org.kde.kate", 1min);
        desk.now = desk.session.requests.at(app.id).asked + after;
        EXPECT_EQ(desk.turns(), over ? Lines{"thaw " + app.name} : Lines{}) << after;
    }
}

TEST(ThawWanted, AskingAgainBeginsAnew)
{
    Desk desk;
    const App app = desk.frozen("org.kde.kate", 1min);
    desk.passes(59s);
    desk.happens(event::FreezeAsked{app.id, 1min});
    EXPECT_EQ(desk.turns(), Lines{}) << "neither thawed nor frozen twice";
    desk.passes(59s);
    EXPECT_EQ(desk.turns(), Lines{});
    desk.passes(1s);
    EXPECT_EQ(desk.turns(), Lines{"thaw " + app.name});
    desk.happens(event::FreezeAsked{app.id, 1min});
    EXPECT_EQ(desk.turns(), Lines{"freeze " + app.name}) << "the user outranks policy";
}

TEST(ThawWanted, WhatDoesNotSettleIsThawedAfterTwoSecondsAndLeftAlone)
{
    for (const auto &[after, thawed] : std::vector<std::pair<Duration, bool>>{
             {1999ms, false}, {2s - 1us, false}, {2s, true}, {2001ms, true}}) {
        Desk desk;
        const App app = desk.app("org.kde.kate");
        desk.happens(event::FreezeAsked{app.id, 0s});
        EXPECT_EQ(desk.turns(), Lines{"freeze " + app.name});
        desk.happens(event::FreezerSettled{app.unit, false});
        desk.passes(after);
        ASSERT_EQ(desk.turns(), thawed ? Lines{"thaw " + app.name} : Lines{}) << after;
        if (!thawed)
            continue;
        desk.passes(10min);
        EXPECT_EQ(desk.turns(), Lines{});
        desk.happens(event::FreezeAsked{app.id, 0s});
        EXPECT_EQ(desk.turns(), Lines{}) << "the failure is remembered";
    }
}

TEST(ThawWanted, WhatHasSettledMayTakeItsTimeLater)
{
    Desk desk;
    const App app = desk.frozen("org.kde.kate", 1h);
    desk.passes(1min);
    EXPECT_EQ(desk.turns(), Lines{});
    EXPECT_EQ(desk.session.leases.at(app.unit).state, FreezerState::Frozen);
}

TEST(ThawWanted, AllUnitsOfAnAppThawInOneTurn)
{
    Desk desk;
    const App app = desk.app("org.kde.kate");
    desk.unit("app.slice/app-org.kde.kate-second.scope");
    const App firefox = desk.app("firefox");
    desk.happens(event::FreezeAsked{app.id, 0s});
    desk.happens(event::FreezeAsked{firefox.id, 0s});
    desk.turns();
    desk.happens(event::ThawAsked{});
    EXPECT_THAT(desk.turn(),
                testing::UnorderedElementsAre("thaw " + app.name,
                                              "thaw app-org.kde.kate-second.scope",
                                              "thaw " + firefox.name));
}

TEST(ThawWanted, ItsProgramStartedAnewOrSomebodyWaiting)
{
    for (const auto &[happens, reason] :
         std::vector<std::pair<std::function<Event(UnitId)>, std::string>>{
             {[](UnitId unit) { return event::ProgramStarted{unit}; }, "it was launched again"},
             {[](UnitId unit) { return event::UnitNeeded{unit}; }, "another program waits for it"},
             {[](UnitId unit) { return event::EventsUnread{unit}; },
              "the compositor was about to disconnect it"}}) {
        Desk desk;
        const App app = frozen_and_hidden(desk);
        const App other = desk.app("firefox");
        desk.happens(happens(other.unit));
        desk.happens(happens(UnitId{4711}));
        EXPECT_EQ(desk.turns(), Lines{}) << "no running app is thawed by it";
        desk.happens(happens(app.unit));
        EXPECT_EQ(desk.turn(), Lines{"thaw " + app.name});
        EXPECT_THAT(desk.session.last_reason.at(app.id).in_english(),
                    testing::EndsWith(": " + reason));
        EXPECT_EQ(desk.turns(), Lines{}) << "and the request for the freeze has ended";
    }
}

TEST(ThawWanted, ASecondUnitIsTheUsersWordOnlyIfALauncherHasMadeIt)
{
    for (const auto &[unit, is_users] : {std::pair{"app-org.kde.kate-again.scope", true},
                                         {"app-flatpak-org.kde.kate-77.scope", true},
                                         {"app-org.kde.kate@autostart.service", false},
                                         {"app-headroom-org.kde.kate-0a1b.scope", false}}) {
        Desk desk;
        const App app = frozen_and_hidden(desk);
        desk.unit(std::string{"app.slice/"} + unit);
        EXPECT_THAT(desk.turn(), testing::Contains("thaw " + app.name)) << unit;
        EXPECT_EQ(desk.actions[0].reason,
                  std::string{"resumed org.kde.kate: "}
                      + (is_users ? "it was launched again" : "another program waits for it"));
        EXPECT_EQ(desk.session.thawed_by_user.contains(app.id), is_users) << unit;
        EXPECT_EQ(desk.session.needed.contains(app.id), !is_users) << unit;
    }
}

TEST(ThawWanted, EachCauseHasASentenceOfItsOwn)
{
    std::set<std::string> sentences;
    for (const ThawCause cause :
         {ThawCause::Asked, ThawCause::Activated, ThawCause::Shown, ThawCause::NewWindow,
          ThawCause::Awaited, ThawCause::Needed, ThawCause::EventsUnread, ThawCause::WindowsLost,
          ThawCause::StreamStarted, ThawCause::LaunchedAgain, ThawCause::Calm, ThawCause::HoldOver,
          ThawCause::NeverSettled, ThawCause::ByOthers, ThawCause::NoLongerAllowed,
          ThawCause::AboutToSleep, ThawCause::SessionEnds, ThawCause::Ending}) {
        EXPECT_NE(describe(cause), "");
        sentences.insert(describe(cause).in_english());
    }
    EXPECT_EQ(sentences.size(), 18U);
}

} // namespace

} // namespace headroom
