// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/kinship.h"

#include "policy/exempt_unless_asked.h"
#include "policy/why_not_frozen.h"
#include "pressed.h"
#include "seen.h"

// One app, all its units. Chromium and its like split an app by moving their browser process to a
// scope.
namespace headroom {

namespace {

using namespace seen;

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

/// A browser as Plasma starts it, in the launcher's service. The browser process moves to a scope
/// named after upstream's desktop file. Its children stay in the service.
struct Browser {
    Desk desk;
    UnitId service;
    UnitId scope;
    ProcessId browser;
    WindowId window;

    Browser()
    {
        service = desk.unit("app.slice/app-chromium@1f.service");
        desk.happens(event::UnitDescribed{service, {}, "", 0});
        scope = desk.unit("app.slice/app-org.chromium.Chromium-77.scope");
        browser = desk.process(scope, "chromium");
        window = desk.window(browser, "Chromium-browser");
        desk.happens(event::AppDescribed{.app = "chromium",
                                         .name = "Chromium",
                                         .terminal = false,
                                         .never_frozen = {},
                                         .shows_windows = true});
        desk.happens(event::AppDescribed{
            .app = "org.chromium.Chromium", .name = "", .terminal = false, .never_frozen = {}});
        desk.passes(60s);
    }

    void tie(TieKind kind = TieKind::SameProgram)
    {
        desk.happens(event::UnitTied{service, {{scope, kind}}});
    }
};

TEST(Kinship, UnitsOfOneProgramAreOneApp)
{
    Browser b;
    EXPECT_THAT(b.desk.session.app_ids(), ElementsAre("chromium", "org.chromium.Chromium"));
    b.tie();
    EXPECT_THAT(b.desk.session.app_ids(), ElementsAre("chromium"));
    EXPECT_THAT(b.desk.session.units_of("chromium"), UnorderedElementsAre(b.service, b.scope));
    EXPECT_EQ(b.desk.session.app_of(b.desk.session.windows.at(b.window)), "chromium");
}

TEST(Kinship, ATieMayBeSeenFromEitherSide)
{
    Browser b;
    b.desk.happens(event::UnitTied{b.scope, {{b.service, TieKind::SameProgram}}});
    EXPECT_THAT(b.desk.session.units_of("chromium"), UnorderedElementsAre(b.service, b.scope));
}

TEST(Kinship, ADesktopFileIsTheBetterName)
{
    Browser b;
    b.desk.happens(event::UnitDescribed{b.scope,
                                        {"app-org.chromium.Chromium-77.scope"},
                                        "/usr/share/applications/chromium-dev.desktop",
                                        0});
    b.tie();
    EXPECT_THAT(b.desk.session.app_ids(), ElementsAre("chromium-dev"));
}

TEST(Kinship, WhatIsNoLongerTiedIsTwoAppsAgain)
{
    Browser b;
    b.tie();
    b.desk.happens(event::UnitTied{b.service, {}});
    EXPECT_THAT(b.desk.session.app_ids(), ElementsAre("chromium", "org.chromium.Chromium"));
}

/// Started in a terminal's tab: the browser process moves to its scope, its helpers stay in the
/// tab.
TEST(Kinship, ATabIsNobodysOtherHalfButNeitherIsWholeWithoutTheOther)
{
    Browser b;
    const UnitId tab = b.desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(2).scope");
    b.desk.happens(event::UnitTied{tab, {{b.scope, TieKind::SameProgram}}});
    EXPECT_EQ(b.desk.session.units.at(tab).app, "org.kde.konsole:2");
    EXPECT_THAT(b.desk.session.units_of("org.chromium.Chromium"), ElementsAre(b.scope));
    EXPECT_TRUE(may_have_more_kin(b.desk.session, "org.kde.konsole:2"));
    EXPECT_TRUE(may_have_more_kin(b.desk.session, "org.chromium.Chromium"));
    b.desk.happens(event::FreezeAsked{"org.kde.konsole:2", std::chrono::seconds{0}});
    EXPECT_THAT(b.desk.turns(), IsEmpty()) << "it may be a part of the app in front";
}

TEST(Kinship, TwoTabsThatRunTheSameAreTwo)
{
    Desk desk;
    const UnitId konsole = desk.unit("app.slice/app-org.kde.konsole-1.scope");
    const UnitId tab = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(2).scope");
    const UnitId other = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(3).scope");
    desk.happens(event::UnitTied{konsole, {{tab, TieKind::SameProgram}}});
    desk.happens(event::UnitTied{tab, {{other, TieKind::SameProgram}}});
    EXPECT_THAT(desk.session.units_of("org.kde.konsole"), ElementsAre(konsole));
    EXPECT_THAT(desk.session.units_of("org.kde.konsole:2"), ElementsAre(tab));
}

TEST(Kinship, AUnitThatGoesTakesItsTiesAlong)
{
    Browser b;
    b.tie();
    b.desk.happens(event::UnitGone{b.service});
    EXPECT_THAT(b.desk.session.app_ids(), ElementsAre("org.chromium.Chromium"));
    EXPECT_TRUE(b.desk.session.ties.empty());
}

TEST(Kinship, ATieToAUnitThatAppearsLaterHoldsFromThenOn)
{
    Desk desk;
    const UnitId service = desk.unit("app.slice/app-chromium@1f.service");
    const UnitId next{service.inode + 1}; // Desk numbers inodes in sequence
    desk.happens(event::UnitTied{service, {{next, TieKind::SameProgram}}});
    const UnitId scope = desk.unit("app.slice/app-org.chromium.Chromium-77.scope");
    ASSERT_EQ(scope, next);
    EXPECT_THAT(desk.session.units_of("chromium"), UnorderedElementsAre(service, scope));
}

TEST(Kinship, AFreezeStopsAllUnitsInOneTurn)
{
    Browser b;
    b.tie();
    b.desk.changes(b.window, [](Window &w) { w.hidden = true; });
    b.desk.turns();
    b.desk.happens(event::FreezeAsked{"chromium", {}});
    EXPECT_THAT(b.desk.turn(),
                UnorderedElementsAre("freeze app-chromium@1f.service",
                                     "freeze app-org.chromium.Chromium-77.scope"));
    EXPECT_THAT(b.desk.turn(), IsEmpty());
}

TEST(Kinship, OfAnAppInFrontNothingIsFrozen)
{
    Browser b;
    b.tie();
    b.desk.happens(event::FocusMoved{b.window});
    b.desk.turns();
    b.desk.happens(event::FreezeAsked{"chromium", {}});
    EXPECT_THAT(b.desk.turns(), IsEmpty());
}

TEST(Kinship, AThawByFocusThawsAllUnitsInOneTurn)
{
    Browser b;
    b.tie();
    b.desk.changes(b.window, [](Window &w) { w.hidden = true; });
    b.desk.happens(event::FreezeAsked{"chromium", {}});
    b.desk.turns();
    ASSERT_EQ(b.desk.session.leases.size(), 2U);
    b.desk.happens(event::FocusMoved{b.window});
    const Lines lines = b.desk.turn();
    EXPECT_THAT(lines,
                testing::IsSupersetOf(
                    {"thaw app-chromium@1f.service"s, "thaw app-org.chromium.Chromium-77.scope"s}));
}

TEST(Kinship, AUnitThatCantBeFrozenThawsTheOther)
{
    Browser b;
    b.tie();
    b.desk.changes(b.window, [](Window &w) { w.hidden = true; });
    b.desk.happens(event::FreezeAsked{"chromium", {}});
    b.desk.turns();
    b.desk.happens(event::ActRefused{b.scope, {}, Act::Freeze, "no space left on device"});
    EXPECT_THAT(b.desk.turns(), ElementsAre("thaw app-chromium@1f.service"));
    EXPECT_TRUE(b.desk.session.leases.empty());
}

TEST(Kinship, AFrozenUnitThatTurnsOutToBePartOfAnotherAppGoesOn)
{
    Browser b;
    b.desk.changes(b.window, [](Window &w) { w.hidden = true; });
    b.desk.happens(event::FreezeAsked{"org.chromium.Chromium", {}});
    EXPECT_THAT(b.desk.turns(), ElementsAre("freeze app-org.chromium.Chromium-77.scope"));
    b.tie();
    EXPECT_THAT(b.desk.turns(), ElementsAre("thaw app-org.chromium.Chromium-77.scope"));
}

TEST(Kinship, TheBoostReachesAllUnits)
{
    Browser b;
    b.tie();
    b.desk.happens(event::FocusMoved{b.window});
    EXPECT_THAT(b.desk.turns(),
                UnorderedElementsAre("boost app-chromium@1f.service",
                                     "boost app-org.chromium.Chromium-77.scope"));
    const App kate = b.desk.app("org.kde.kate");
    b.desk.turns();
    b.desk.focus(kate);
    b.desk.turns();
    b.desk.passes(300ms);
    EXPECT_THAT(b.desk.turns(),
                UnorderedElementsAre("unboost app-chromium@1f.service",
                                     "unboost app-org.chromium.Chromium-77.scope"));
}

TEST(Kinship, AnAppCanBeMeantByWhatOneOfItsUnitsCallsItself)
{
    Browser b;
    b.tie();
    EXPECT_EQ(b.desk.session.app_called("org.chromium.Chromium"), "chromium");
    b.desk.happens(event::HoldTaken{"org.chromium.Chromium", ":1.7", "a download"});
    EXPECT_TRUE(exempt_unless_asked(b.desk.session, b.desk.config, "chromium", b.desk.now));
    b.desk.happens(event::HoldReleased{"org.chromium.Chromium", ":1.7"});
    EXPECT_FALSE(exempt_unless_asked(b.desk.session, b.desk.config, "chromium", b.desk.now));
    b.desk.config.rules["org.chromium.Chromium"] = AppRule::Never;
    EXPECT_TRUE(exempt_unless_asked(b.desk.session, b.desk.config, "chromium", b.desk.now));
}

TEST(Kinship, WhereItCantBeToldBothAreSpared)
{
    Browser b;
    b.desk.changes(b.window, [](Window &w) { w.hidden = true; });
    for (const UnitId unit : {b.service, b.scope})
        EXPECT_FALSE(why_not_frozen(b.desk.session, b.desk.config, unit, Level::High, b.desk.now));
    b.tie(TieKind::Unreadable);
    EXPECT_THAT(b.desk.session.app_ids(), ElementsAre("chromium", "org.chromium.Chromium"));
    for (const UnitId unit : {b.service, b.scope})
        EXPECT_TRUE(
            why_not_frozen(b.desk.session, b.desk.config, unit, Level::Critical, b.desk.now));
}

TEST(Kinship, WhatIsPartlyInALaunchersUnitIsSpared)
{
    Browser b;
    const UnitId launcher = b.desk.unit("app.slice/app-fuzzel@1f.service");
    EXPECT_FALSE(
        why_not_frozen(b.desk.session, b.desk.config, b.scope, Level::Critical, b.desk.now));
    b.desk.happens(event::UnitTied{launcher, {{b.scope, TieKind::SameProgram}}});
    EXPECT_TRUE(
        why_not_frozen(b.desk.session, b.desk.config, b.scope, Level::Critical, b.desk.now));
    EXPECT_THAT(kin_of(b.desk.session, b.scope), ElementsAre(b.scope))
        << "the launcher is not part of it";
}

/// The program doesn't matter: Chromium's children run Chromium, xterm's child is a shell.
TEST(Kinship, WhatALauncherHasKeptIsFetched)
{
    for (const char *place :
         {"app.slice/app-fuzzel@1f.service", "session.slice/org.gnome.Shell@wayland.service",
          "session.slice/plasma-plasmashell.service"}) {
        Browser b;
        const UnitId launcher = b.desk.unit(place);
        b.desk.happens(event::UnitDescribed{launcher, {}, "", 9});
        const ProcessId child = b.desk.process(launcher, "anything");
        b.desk.happens(event::LeftBehind{child, b.scope});
        EXPECT_THAT(b.desk.turn(), ElementsAre(testing::HasSubstr("adopt"))) << place;
        EXPECT_THAT(b.desk.turns(), IsEmpty()) << "only once";
        const UnitId own = b.desk.unit("app.slice/app-headroom-org.chromium.Chromium-1.scope");
        b.desk.happens(event::Adopted{child, own, 1});
        EXPECT_THAT(b.desk.turns(), IsEmpty());
        EXPECT_THAT(b.desk.session.units_of("org.chromium.Chromium"),
                    UnorderedElementsAre(b.scope, own));
    }
}

TEST(Kinship, WhatOtherAppsHaveLeftThereIsNotMovedAlong)
{
    Browser b;
    const UnitId launcher = b.desk.unit("app.slice/app-fuzzel@1f.service");
    const UnitId another = b.desk.unit("app.slice/app-fuzzel@2f.service");
    const UnitId kate = b.desk.unit("app.slice/app-org.kde.kate-2.scope");
    for (const UnitId each : {launcher, another})
        b.desk.happens(event::UnitDescribed{each, {}, "", 9});
    const auto stayed = [&](UnitId at, UnitId parents) {
        const ProcessId child = b.desk.process(at, "anything");
        b.desk.happens(event::LeftBehind{child, parents});
        return child;
    };
    const ProcessId leader = stayed(launcher, b.scope);
    const ProcessId of_kate = stayed(launcher, kate);
    const ProcessId elsewhere = stayed(another, b.scope);
    EXPECT_EQ(b.desk.turns().size(), 3U);
    const UnitId own = b.desk.unit("app.slice/app-headroom-org.chromium.Chromium-1.scope");
    b.desk.happens(event::Adopted{leader, own, 1});
    const auto &left = b.desk.session.left_behind;
    EXPECT_FALSE(left.contains(leader));
    EXPECT_TRUE(left.contains(of_kate)) << "it goes to another app";
    EXPECT_TRUE(left.contains(elsewhere)) << "it is in another unit";
}

/// It may still be left behind, and fetched once.
TEST(Kinship, AnAppThatWasAdoptedWasNotFetched)
{
    Browser b;
    const UnitId own = b.desk.unit("app.slice/app-headroom-org.example.App-1.scope");
    b.desk.happens(event::Adopted{b.desk.process(b.service, "app"), own, 1});
    EXPECT_THAT(b.desk.session.fetched, IsEmpty());
}

/// The app was a guest in a terminal. What it started before it moved out has stayed there.
TEST(Kinship, WhatAGuestHasLeftWithItsTerminalIsFetched)
{
    for (const char *place :
         {"app.slice/app-foot@1f.service", "app.slice/app-org.kde.konsole-1.scope/tab(60).scope"}) {
        Browser b;
        const UnitId terminal = b.desk.unit(place);
        b.desk.happens(event::UnitDescribed{terminal, {}, "", 9});
        b.desk.happens(event::UnitTied{b.scope, {{terminal, TieKind::Unreadable}}});
        EXPECT_TRUE(
            why_not_frozen(b.desk.session, b.desk.config, b.scope, Level::Critical, b.desk.now))
            << "a part of it is elsewhere";
        const ProcessId child = b.desk.process(terminal, "chromium");
        b.desk.happens(event::LeftBehind{child, b.scope, true});
        EXPECT_THAT(b.desk.turn(), ElementsAre(testing::HasSubstr("adopt"))) << place;
        EXPECT_THAT(b.desk.turns(), IsEmpty()) << "only once";
    }
}

TEST(Kinship, AnAgentThatItHasLeftBehindStays)
{
    for (const auto &[program, fetched] : {std::pair{"gpg-agent", 0U}, {"anything", 1U}}) {
        Browser b;
        const UnitId launcher = b.desk.unit("app.slice/app-fuzzel@1f.service");
        b.desk.happens(event::UnitDescribed{launcher, {}, "", 9});
        const ProcessId child = b.desk.process(launcher, program);
        b.desk.happens(event::LeftBehind{child, b.scope});
        EXPECT_EQ(b.desk.turns().size(), fetched) << program;
    }
}

TEST(Kinship, Invariant7NothingIsFetchedBeforeItIsKnownWhichProcessIsTheMainOne)
{
    Browser b;
    const UnitId launcher = b.desk.unit("app.slice/app-fuzzel@1f.service");
    const ProcessId child = b.desk.process(launcher, "chromium");
    b.desk.happens(event::LeftBehind{child, b.scope});
    EXPECT_THAT(b.desk.turns(), IsEmpty());
    b.desk.happens(event::UnitDescribed{launcher, {}, "", child.pid});
    EXPECT_THAT(b.desk.turns(), IsEmpty()) << "a service keeps it";
    b.desk.happens(event::UnitDescribed{launcher, {}, "", 9});
    EXPECT_THAT(b.desk.turns(), ElementsAre(testing::HasSubstr("adopt")));
}

/// A program with a window, started in the terminal of an IDE that is in two units.
TEST(Kinship, WhatAnAppHasStartedIsNotItsHost)
{
    Browser b;
    b.desk.happens(event::UnitDescribed{b.service, {}, "", 9});
    const ProcessId helper = b.desk.process(b.service, "chromium");
    b.desk.window(b.desk.process(b.service, "python3"), "python3");
    b.tie();
    b.desk.happens(event::LeftBehind{helper, b.scope});
    EXPECT_THAT(b.desk.turns(), IsEmpty());
}

TEST(Kinship, ButNotFromItsOwnOtherHalf)
{
    Browser b;
    const UnitId other = b.desk.unit("app.slice/app-code@1f.service");
    b.desk.happens(event::UnitTied{b.scope, {{other, TieKind::SameProgram}}});
    ASSERT_THAT(kin_of(b.desk.session, b.scope), UnorderedElementsAre(b.scope, other));
    const ProcessId child = b.desk.process(other, "code");
    b.desk.happens(event::LeftBehind{child, b.scope, true});
    EXPECT_THAT(b.desk.turns(), IsEmpty());
}

TEST(Kinship, ButNotWhatSomebodyHasPutElsewhere)
{
    for (const char *place : {"app.slice/app-org.kde.kate-2.scope",
                              "session.slice/pipewire.service", "app.slice/run-u4.scope"}) {
        Browser b;
        const UnitId other = b.desk.unit(place);
        const ProcessId child = b.desk.process(other, "chromium");
        b.desk.happens(event::LeftBehind{child, b.scope});
        EXPECT_THAT(b.desk.turns(), IsEmpty()) << place;
    }
}

TEST(Kinship, AServiceOfTheSessionIsNobodysKin)
{
    Desk desk;
    const UnitId app = desk.unit("app.slice/app-org.kde.dolphin-1.scope");
    const UnitId shell = desk.unit("session.slice/plasma-plasmashell.service");
    desk.happens(event::UnitTied{app, {{shell, TieKind::SameProgram}}});
    EXPECT_EQ(desk.session.units.at(shell).app, "");
    EXPECT_THAT(kin_of(desk.session, app), ElementsAre(app));
}

TEST(Kinship, WhatALauncherStartsIsItsOwn)
{
    Desk desk;
    const UnitId launcher = desk.unit("app.slice/app-albert-1.scope");
    const UnitId started = desk.unit("app.slice/app-org.kde.kate-2.scope");
    // It was forked, but has not executed another program yet.
    desk.happens(event::UnitTied{started, {{launcher, TieKind::SameProgram}}});
    EXPECT_THAT(desk.session.app_ids(), ElementsAre("albert", "org.kde.kate"));
}

/// A messenger has opened a link. The browser left its children in the messenger's unit.
class OpenedByALink : public testing::Test {
protected:
    Browser b;
    WindowId messenger;

    OpenedByALink()
    {
        b.desk.happens(event::UnitDescribed{b.service, {}, "", 9});
        messenger = b.desk.window(b.desk.process(b.service, "slack"), "slack");
        b.desk.passes(60s);
    }

    /// The browser has left it with the messenger.
    ProcessId stayed(const std::string &program = "chromium")
    {
        const ProcessId id = b.desk.process(b.service, program);
        b.desk.happens(event::LeftBehind{id, b.scope});
        return id;
    }

    /// The leader's tree is in a scope of the browser's.
    UnitId adopted(ProcessId leader)
    {
        const UnitId own = b.desk.unit("app.slice/app-headroom-org.chromium.Chromium-1.scope");
        b.desk.happens(event::Adopted{leader, own, 1});
        return own;
    }

    [[nodiscard]] bool are_one() const
    {
        return b.desk.session.units.at(b.service).app == b.desk.session.units.at(b.scope).app;
    }
};

TEST_F(OpenedByALink, ABrowserIsNoPartOfTheMessengerAndNeitherIsFrozen)
{
    b.tie();
    EXPECT_FALSE(are_one());
    for (const UnitId unit : {b.service, b.scope}) {
        const AppId &app = b.desk.session.units.at(unit).app;
        EXPECT_TRUE(may_have_more_kin(b.desk.session, app));
        EXPECT_TRUE(refuse_freeze(b.desk.session, app)) << app << ": not on request either";
    }
}

TEST_F(OpenedByALink, SoItIsIfTheTieIsSeenBeforeTheWindow)
{
    Browser other; // its service shows no window yet
    other.tie();
    other.desk.window(other.desk.process(other.service, "slack"), "slack");
    EXPECT_NE(other.desk.session.units.at(other.service).app,
              other.desk.session.units.at(other.scope).app);
}

TEST_F(OpenedByALink, WindowsOfOneProgramInBothAreOneApp)
{
    b.desk.window(b.desk.process(b.service, "chromium"), "chromium");
    b.tie();
    EXPECT_TRUE(are_one());
}

TEST_F(OpenedByALink, WhatAThirdAppShowsDoesNotMakeThemOne)
{
    (void)b.desk.app("org.kde.kate");
    b.tie();
    EXPECT_FALSE(are_one());
}

TEST_F(OpenedByALink, WhatItHasLeftIsFetchedAndThenBothAreWhole)
{
    b.tie();
    const ProcessId zygote = stayed();
    EXPECT_THAT(b.desk.turn(), ElementsAre(testing::HasSubstr("adopt")));
    EXPECT_EQ(b.desk.actions.at(0).app, "org.chromium.Chromium");
    const auto *adopt = std::get_if<action::Adopt>(&b.desk.actions.at(0).what);
    ASSERT_NE(adopt, nullptr);
    EXPECT_EQ(adopt->leader, zygote);
    EXPECT_EQ(adopt->parents, b.scope);
    EXPECT_THAT(b.desk.turns(), IsEmpty()) << "only once";
    const UnitId own = adopted(zygote);
    b.desk.happens(event::UnitTied{b.service, {}});
    b.desk.happens(event::UnitTied{b.scope, {{own, TieKind::SameProgram}}});
    EXPECT_THAT(b.desk.turns(), IsEmpty());
    EXPECT_THAT(b.desk.session.units_of("org.chromium.Chromium"),
                UnorderedElementsAre(b.scope, own));
    for (const UnitId unit : {b.service, b.scope})
        EXPECT_FALSE(may_have_more_kin(b.desk.session, b.desk.session.units.at(unit).app));
}

/// Until the browser shows a window, its scope may be the messenger's other half.
TEST_F(OpenedByALink, ItIsFetchedOnceWindowsShowWhoseItIs)
{
    b.desk.happens(event::ProcessGone{b.browser});
    b.desk.closes(b.window);
    const ProcessId browser = b.desk.process(b.scope, "chromium");
    b.tie();
    (void)stayed();
    EXPECT_THAT(b.desk.turns(), IsEmpty());
    EXPECT_TRUE(are_one());
    b.desk.window(browser, "Chromium-browser");
    EXPECT_THAT(b.desk.turns(), ElementsAre(testing::HasSubstr("adopt")));
}

TEST_F(OpenedByALink, WhatRunsNoProgramOfItsIsNotFetchedByItself)
{
    b.tie();
    (void)stayed("cat");
    (void)stayed("");
    EXPECT_THAT(b.desk.turns(), IsEmpty());
}

TEST_F(OpenedByALink, NothingIsFetchedFromAnotherInstance)
{
    b.desk.window(b.desk.process(b.service, "chromium"), "chromium");
    b.tie();
    (void)stayed();
    EXPECT_THAT(b.desk.turns(), IsEmpty());
}

TEST_F(OpenedByALink, AllThatItHasLeftThereMovesAtOnce)
{
    b.tie();
    const ProcessId first = stayed();
    const ProcessId second = stayed();
    EXPECT_THAT(b.desk.turns(), ElementsAre(testing::HasSubstr("adopt")));
    adopted(first);
    EXPECT_THAT(b.desk.turns(), IsEmpty()) << "the second was moved along";
    b.desk.happens(event::LeftBehind{second, b.scope});
    EXPECT_THAT(b.desk.turns(), ElementsAre(testing::HasSubstr("adopt"))) << "unless it was not";
}

TEST_F(OpenedByALink, WhatGoesBackStaysThere)
{
    b.tie();
    const ProcessId zygote = stayed();
    EXPECT_THAT(b.desk.turns(), ElementsAre(testing::HasSubstr("adopt")));
    adopted(zygote);
    b.desk.happens(event::ProcessSeen{{.id = zygote,
                                       .unit = b.service,
                                       .lineage = {{zygote, "chromium", false}},
                                       .app_hint = {}}});
    b.desk.happens(event::LeftBehind{zygote, b.scope});
    EXPECT_THAT(b.desk.turns(), IsEmpty());
    b.desk.happens(event::ProcessGone{zygote});
    EXPECT_THAT(b.desk.session.fetched, IsEmpty());
}

/// A messenger has opened a viewer. A part of that is in the messenger's unit, its window in
/// another.
struct Viewer {
    Desk desk;
    UnitId messengers = desk.unit("app.slice/app-slack@1f.service");
    UnitId own;
    ProcessId messenger = desk.process(messengers, "slack");
    ProcessId part;

    explicit Viewer(const std::string &place = "app.slice/app-viewer-2.scope")
        : own(desk.unit(place))
    {
        desk.window(messenger);
        desk.window(desk.process(own, "viewer"));
        part = desk.process(messengers, "viewer");
    }

    [[nodiscard]] bool is_left() const
    {
        return is_left_with_host(desk.session, desk.session.processes.at(part), own);
    }
};

TEST(Kinship, InTwoUnitsOfOneAppNothingIsLeftWithAHost)
{
    EXPECT_TRUE(Viewer{}.is_left());
    EXPECT_FALSE(Viewer{"app.slice/app-slack-2.scope"}.is_left());
}

TEST(Kinship, WhatShowsAWindowThereIsAnotherInstanceAndNoGuest)
{
    Viewer viewer;
    viewer.desk.window(viewer.desk.process(viewer.messengers, "viewer"));
    EXPECT_FALSE(viewer.is_left());
}

TEST(Kinship, AHostIsOlderThanWhatWasLeftWithIt)
{
    const Viewer viewer;
    Process part = viewer.desk.session.processes.at(viewer.part);
    const std::uint64_t then = viewer.messenger.start_ticks;
    for (const auto &[ticks, left] :
         {std::pair{then - 1, false}, {then, false}, {then + 1, true}}) {
        part.id.start_ticks = ticks;
        EXPECT_EQ(is_left_with_host(viewer.desk.session, part, viewer.own), left) << ticks;
    }
}

TEST(Kinship, WhichUnitsHaveShownWindows)
{
    Viewer viewer;
    EXPECT_TRUE(has_shown_windows(viewer.desk.session, viewer.own));
    const UnitId other = viewer.desk.unit("app.slice/app-mail-3.scope");
    EXPECT_FALSE(has_shown_windows(viewer.desk.session, other));
}

} // namespace

} // namespace headroom
