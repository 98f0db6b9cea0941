// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"
#include "pressed.h"

// VTE leaves the tabs of GNOME Console, and of most other terminals, in the slice of all apps. So
// only the process that has started a tab's shell shows whose tab it is.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

class StartedTab : public testing::Test {
protected:
    PressedDesk desk;
    const AppId console = "org.gnome.Console";
    const AppId job = "org.gnome.Console:0a1b";
    UnitId unit = desk.unit("app.slice/app-gnome-org.gnome.Console-1.scope");
    UnitId tab = desk.unit("app.slice/vte-spawn-0a1b.scope");
    ProcessId kgx = desk.process(unit, "kgx");
    WindowId window = desk.window(kgx, console);

    void starts(UnitId which, ProcessId by) { desk.happens(event::TabStarted{which, by}); }
    void moves(ProcessId process, UnitId to)
    {
        desk.happens(event::ProcessSeen{
            {.id = process, .unit = to, .lineage = {{process, "kgx", false}}, .app_hint = {}}});
    }
    [[nodiscard]] AppId terminal() const { return desk.session.units.at(tab).terminal.value(); }
};

TEST_F(StartedTab, IsBoostedWithItsTerminal)
{
    desk.happens(event::FocusMoved{window});
    EXPECT_THAT(desk.turns(), Not(Contains("boost vte-spawn-0a1b.scope")))
        << "whose tab it is isn't known yet";
    starts(tab, kgx);
    EXPECT_EQ(terminal(), console);
    EXPECT_THAT(desk.session.units_of(job), ElementsAre(tab));
    EXPECT_THAT(desk.session.units_of("vte:0a1b"), IsEmpty());
    EXPECT_THAT(desk.turns(), Contains("boost vte-spawn-0a1b.scope"));
    desk.focus(desk.front);
    EXPECT_THAT(desk.turns(), Contains("unboost vte-spawn-0a1b.scope"));
}

TEST_F(StartedTab, IsBoostedInWhateverSliceTheTerminalIs)
{
    const UnitId there = desk.unit("app.slice/app-graphical.slice/app-kgx-2.scope");
    const UnitId its = desk.unit("app.slice/app-graphical.slice/vte-spawn-0c2d.scope");
    desk.unit("app.slice/app-graphical.slice/app-firefox-3.scope");
    const ProcessId process = desk.process(there, "kgx");
    starts(its, process);
    desk.happens(event::FocusMoved{desk.window(process, "kgx")});
    const Lines lines = desk.turns();
    EXPECT_THAT(lines, Contains("boost vte-spawn-0c2d.scope"));
    EXPECT_THAT(lines, Not(Contains("boost app-graphical.slice"))) << "it is all apps'";
}

TEST_F(StartedTab, IsTheTerminalsOnceThisIsInAUnitOfItsOwn)
{
    const ProcessId early = desk.process(desk.unit("session.slice/dbus.service"), "kgx");
    starts(tab, early);
    EXPECT_EQ(terminal(), "") << "in that unit are other apps, too";
    moves(early, unit);
    EXPECT_EQ(terminal(), console);
}

TEST_F(StartedTab, IsTheTerminalsOnceThisIsAdopted)
{
    const ProcessId early = desk.process(desk.unit("session.slice/dbus.service"), "kgx");
    starts(tab, early);
    desk.happens(event::Adopted{early, unit, 1});
    EXPECT_EQ(terminal(), console);
}

TEST_F(StartedTab, TheProcessMayBecomeKnownLater)
{
    const ProcessId later{4711, 42};
    starts(tab, later);
    EXPECT_EQ(terminal(), "");
    moves(later, unit);
    EXPECT_EQ(terminal(), console);
}

TEST_F(StartedTab, FollowsTheNameOfItsTerminal)
{
    starts(tab, kgx);
    desk.happens(event::UnitDescribed{unit, {}, "/x/org.example.Terminal.desktop", 0});
    EXPECT_EQ(terminal(), "org.example.Terminal");
    EXPECT_THAT(tabs_of(desk.session, "org.example.Terminal"), ElementsAre(tab));
    EXPECT_THAT(tabs_of(desk.session, console), IsEmpty());
}

TEST_F(StartedTab, StaysItsTerminalsWhenThisEnds)
{
    starts(tab, kgx);
    desk.closes(window);
    desk.happens(event::ProcessGone{kgx});
    desk.happens(event::UnitGone{unit});
    EXPECT_EQ(terminal(), console);
    starts(tab, desk.front.process);
    EXPECT_EQ(terminal(), console) << "an orphan has another parent";
}

/// An id has 255 bytes at most, and a tab's is longer than its terminal's by ":0a1b".
TEST_F(StartedTab, OfATerminalWithTooLongAnIdIsOfAnUnknownOne)
{
    const auto is_called = [this](const AppId &id) {
        desk.happens(event::UnitDescribed{unit, {}, "/x/" + id + ".desktop", 0});
    };
    is_called(AppId(251, 'x'));
    starts(tab, kgx);
    EXPECT_EQ(terminal(), "");
    EXPECT_THAT(desk.session.units_of("vte:0a1b"), ElementsAre(tab));
    is_called(AppId(250, 'x'));
    EXPECT_EQ(terminal(), AppId(250, 'x'));
}

/// Its window would be that tab's, and so would the boost.
TEST_F(StartedTab, InATerminalInAnotherTabItsTerminalIsUnknown)
{
    const UnitId inner = desk.unit("app.slice/vte-spawn-0c2d.scope");
    starts(tab, kgx);
    starts(inner, desk.process(tab, "xfce4-terminal", {desk.ancestor("bash", true)}));
    EXPECT_EQ(desk.session.units.at(inner).terminal, "");
}

TEST_F(StartedTab, OnlyATabWhosePathHidesTheTerminalIsMeant)
{
    for (const char *below :
         {"app.slice/app-org.gnome.Terminal.slice/vte-spawn-0c2d.scope",
          "app.slice/ptyxis-spawn-0c2d.scope", "app.slice/tmux-spawn-0c2d.scope",
          "app.slice/app-org.kde.kate-1.scope", "app.slice/app-headroom.tab-xterm-42.scope",
          "app.slice/app-org.kde.konsole-2.scope/tab(42).scope",
          "session.slice/vte-spawn-0c2d.scope", "app.slice"}) {
        const UnitId other = desk.unit(below);
        const AppId before = desk.session.units.at(other).app;
        starts(other, kgx);
        EXPECT_THAT(desk.session.tab_starters, IsEmpty()) << below;
        EXPECT_EQ(desk.session.units.at(other).app, before) << below;
    }
    starts(UnitId{4711}, kgx);
    EXPECT_THAT(desk.session.tab_starters, IsEmpty()) << "there is no such unit";
}

TEST_F(StartedTab, OneThatIsGoneIsForgotten)
{
    starts(tab, kgx);
    desk.happens(event::UnitGone{tab});
    EXPECT_THAT(desk.session.tab_starters, IsEmpty());
    EXPECT_THAT(tabs_of(desk.session, console), IsEmpty());
}

/// Until its terminal is known, the user may be in it.
TEST_F(StartedTab, ARunawayJobIsFrozenWhileTheTerminalIsHidden)
{
    const auto described = [&](const AppId &app) {
        desk.happens(event::AppDescribed{.app = app, .name = "make", .never_frozen = {}});
    };
    const auto why = [&] {
        desk.happens(event::JobSeen{tab, "make", 1h});
        return in_english(why_not_frozen(desk.session, desk.config, tab, Level::High, desk.now));
    };
    described("vte:0a1b");
    desk.changes(window, [](Window &shown) { shown.hidden = true; });
    desk.passes(1h);
    EXPECT_EQ(why(), "it isn't known whether make is, or was, the active app");
    starts(tab, kgx);
    described(job);
    EXPECT_EQ(why(), std::nullopt);
    desk.changes(window, [](Window &shown) { shown.hidden = false; });
    EXPECT_EQ(why(), console + " is visible");
    desk.happens(event::FocusMoved{window});
    EXPECT_EQ(why(), "it isn't known whether make is, or was, the active app");
}

TEST_F(StartedTab, WhatTheUserSaidOfTheTerminalHoldsForIt)
{
    starts(tab, kgx);
    desk.happens(event::AppDescribed{.app = job, .name = "make", .never_frozen = {}});
    desk.happens(event::HoldTaken{console, ":1.7", "a demonstration"});
    EXPECT_EQ(in_english(why_not_frozen(desk.session, desk.config, tab, Level::Critical, desk.now)),
              console + " is held: a demonstration");
}

} // namespace

} // namespace headroom
