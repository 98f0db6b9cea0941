// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"
#include "model/placement.h"
#include "policy/kept_in_memory.h"
#include "pressed.h"

#include <format>

// A runaway job in a terminal: its tab is frozen alone, and never a tab that the user is in.
namespace headroom {

using namespace std::string_literals;

namespace {

using namespace seen;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

std::optional<Tab> tab_at(const std::string &below)
{
    const auto path = parse_cgroup_path(std::format("{}/{}", manager, below));
    return path ? tab_of(*path) : std::nullopt;
}

TEST(TerminalTab, IsToldByItsCgroup)
{
    struct Case {
        const char *path;
        std::optional<Tab> tab;
    };
    for (const auto &[path, tab] : std::vector<Case>{
             {"app.slice/app-org.kde.konsole-41769.scope/tab(42253).scope",
              Tab{"org.kde.konsole", "org.kde.konsole:42253"}},
             {"app.slice/app-org.kde.konsole-41769.scope/tab(42253).scope/below",
              Tab{"org.kde.konsole", "org.kde.konsole:42253"}},
             {"app.slice/app-org.kde.konsole-41769.scope/main.scope", std::nullopt},
             {"app.slice/app-org.kde.konsole-41769.scope/tab(42253).slice", std::nullopt},
             {"app.slice/app-org.kde.konsole-41769.scope/bat(42253).scope", std::nullopt},
             {"app.slice/app-org.kde.konsole-41769.scope", std::nullopt},
             {"app.slice/app-org.kde.konsole-41769.scope/tab().scope", std::nullopt},
             {"app.slice/app-org.kde.konsole-41769.scope/tab(x).scope", std::nullopt},
             {"app.slice/app-org.gnome.Terminal.slice/vte-spawn-0a1b.scope",
              Tab{"org.gnome.Terminal", "org.gnome.Terminal:0a1b"}},
             {"app.slice/app-org.gnome.Terminal.slice/gnome-terminal-server.service", std::nullopt},
             {"app.slice/ptyxis-spawn-0a1b.scope",
              Tab{"org.gnome.Ptyxis", "org.gnome.Ptyxis:0a1b"}},
             {"app.slice/vte-spawn-0a1b.scope", Tab{"", "vte:0a1b"}},
             {"app.slice/kitty-4711-2.scope", Tab{"kitty", "kitty:4711-2"}},
             {"app.slice/app-kitty-4711.scope", std::nullopt},
             {"app.slice/app-org.gnome.Terminal.slice/tmux-spawn-0a1b.scope", Tab{"", "vte:0a1b"}},
             {"app.slice/tmux-spawn-.scope", std::nullopt},
             {"app.slice/app-headroom.tab-xterm-42.scope", Tab{"xterm", "xterm:42", true}},
             {"app.slice/app-headroom-xterm-42.scope", std::nullopt},
         })
        EXPECT_EQ(tab_at(path), tab) << path;
}

TEST(TerminalTab, ControlActsOnTheTabAndNotOnWhatIsBelowIt)
{
    const auto root = [](const std::string &path) {
        return control_root(parse_cgroup_path(manager + path).value());
    };
    const std::string konsole = "/app.slice/app-org.kde.konsole-1.scope";
    EXPECT_EQ(root(konsole + "/tab(2).scope/below"), manager + konsole + "/tab(2).scope");
    EXPECT_EQ(root(konsole + "/main.scope"), manager + konsole);
    EXPECT_EQ(root("/app.slice"), "");
}

/// Konsole with two tabs. One of them takes all memory.
class TwoTabs : public testing::Test {
protected:
    PressedDesk desk;
    App konsole{.id = "org.kde.konsole", .unit = {}, .name = {}, .process = {}, .window = {}};
    UnitId hog;
    UnitId other;
    const AppId job = "org.kde.konsole:42";

    TwoTabs()
    {
        konsole.unit = desk.unit("app.slice/app-org.kde.konsole-1.scope");
        hog = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(42).scope");
        other = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(43).scope");
        konsole.process = desk.process(konsole.unit, "konsole");
        konsole.window = desk.window(konsole.process, konsole.id);
        const Sentence is_a_terminal =
            say("why an application is exempt", "{} is a terminal", "Konsole"s);
        desk.happens(event::AppDescribed{
            .app = konsole.id, .name = "Konsole", .terminal = true, .never_frozen = is_a_terminal});
        for (const UnitId tab : {hog, other})
            desk.happens(event::AppDescribed{.app = desk.session.units.at(tab).app,
                                             .name = "make in Konsole",
                                             .never_frozen = {}});
        desk.appetites[hog] = {.grows = 80 * mib};
        desk.appetites[other] = {};
        desk.load = hanging();
        desk.passes(1h);
    }

    /// As the watch answers: the time since the last input in each tab.
    void looked_at(Duration typed_in_hog, Duration typed_in_other)
    {
        desk.happens(event::JobSeen{hog, "make", typed_in_hog});
        desk.happens(event::JobSeen{other, "bash", typed_in_other});
    }

    void in_front() { desk.focus(konsole); }
    void hidden()
    {
        desk.changes(konsole.window, [](Window &window) { window.hidden = true; });
    }

    [[nodiscard]] std::optional<std::string> why(Level level = Level::High) const
    {
        return in_english(why_not_frozen(desk.session, desk.config, hog, level, desk.now));
    }
};

/// A freeze of Konsole's cgroup freezes the tabs inside it, too.
TEST_F(TwoTabs, KonsoleIsNotPausedWhileWhatATabRunsMayNotBe)
{
    const auto refused = [&] { return in_english(refuse_freeze(desk.session, konsole.id)); };
    EXPECT_EQ(refused(), std::nullopt);
    const ProcessId player = desk.process(hog, "mpv");
    const WindowId window = desk.window(player, "mpv");
    desk.happens(event::FocusMoved{window});
    EXPECT_EQ(refused(), "make in Konsole is the active app, which is never paused");
    desk.focus(desk.front);
    EXPECT_EQ(refused(), std::nullopt);
    Stream stream{};
    stream.process = player;
    stream.running = true;
    desk.happens(event::StreamSeen{stream});
    EXPECT_EQ(refused(), "make in Konsole is playing sound or video");
    desk.happens(event::StreamGone{stream.id});
    EXPECT_EQ(refused(), std::nullopt);
}

/// The window manager was started again in a tab.
TEST_F(TwoTabs, KonsoleIsNotPausedWithTheWindowManagerInATab)
{
    desk.happens(event::CompositorSeen{desk.process(hog, "kwin_x11")});
    EXPECT_EQ(in_english(refuse_freeze(desk.session, konsole.id)),
              "tab(42).scope is part of the session");
}

/// sway disconnects a client that doesn't read its events.
TEST_F(TwoTabs, KonsoleIsNotPausedWhileATabsWindowMayBeVisible)
{
    hidden();
    desk.happens(event::WindowSourceChanged{"sway", true});
    EXPECT_EQ(in_english(refuse_freeze(desk.session, konsole.id)), std::nullopt);
    desk.window(desk.process(hog, "mpv"), "mpv");
    EXPECT_EQ(in_english(refuse_freeze(desk.session, konsole.id)),
              "a window of make in Konsole may be visible, and the compositor would disconnect it");
}

TEST_F(TwoTabs, KonsoleRunsAgainWhenWhatATabRunsIsInFront)
{
    const ProcessId player = desk.process(hog, "mpv");
    const WindowId window = desk.window(player, "mpv");
    desk.load = {};
    desk.happens(event::FreezeAsked{konsole.id, 0s});
    EXPECT_THAT(desk.turns(), Contains("freeze app-org.kde.konsole-1.scope"));
    desk.happens(event::FocusMoved{window});
    EXPECT_THAT(desk.turns(), Contains("thaw app-org.kde.konsole-1.scope"));
}

TEST_F(TwoTabs, EachIsAnAppOfItsOwn)
{
    EXPECT_THAT(desk.session.units_of(konsole.id), ElementsAre(konsole.unit));
    EXPECT_THAT(tabs_of(desk.session, konsole.id), UnorderedElementsAre(hog, other));
    EXPECT_EQ(desk.session.units.at(hog).name(), "tab(42).scope");
    EXPECT_EQ(tab_called(desk.session, konsole.id), nullptr);
    desk.happens(event::UnitDescribed{
        hog, {"app-org.kde.konsole-1.scope"}, "/x/org.kde.konsole.desktop", 0});
    EXPECT_EQ(desk.session.units.at(hog).app, job) << "systemd knows only the unit around it";
}

TEST_F(TwoTabs, WhatATabTakesIsNotTheTerminals)
{
    EXPECT_THAT(app_units(desk.session), Contains(hog));
    EXPECT_THAT(app_units(desk.session), Not(Contains(konsole.unit)));
}

TEST_F(TwoTabs, WhereTheyHaveNoFiguresTheTerminalsAreTaken)
{
    PressureSample sample;
    for (const UnitId tab : {hog, other})
        sample.units.push_back({.unit = tab});
    desk.happens(event::PressureSampled{sample});
    EXPECT_THAT(app_units(desk.session), Contains(konsole.unit));
}

TEST_F(TwoTabs, TheJobIsNamedAndFrozenAlone)
{
    hidden();
    looked_at(1h, 1h);
    EXPECT_EQ(desk.acts_in(400ms), (Lines{"freeze tab(42).scope", "warn of org.kde.konsole:42"}));
    EXPECT_EQ(desk.acts_in(2s), Lines{});
    EXPECT_EQ(desk.session.notice->title, "make in Konsole was paused");
}

TEST_F(TwoTabs, NobodyIsFrozenOrNamedBeforeItIsKnownWhatItIs)
{
    hidden();
    EXPECT_EQ(desk.acts_in(400ms), Lines{});
    EXPECT_THAT(desk.inspect, testing::IsSupersetOf({hog, other}))
        << "the other tab may be the one with the last input";
    looked_at(1h, 1h);
    EXPECT_EQ(desk.acts_in(200ms), (Lines{"freeze tab(42).scope", "warn of org.kde.konsole:42"}));
}

TEST_F(TwoTabs, ATabOfWhatIsInFrontIsFrozenWhileAnotherOneIsTypedInto)
{
    in_front();
    looked_at(1h, 5s);
    EXPECT_EQ(why(), std::nullopt);
    EXPECT_THAT(desk.acts_in(400ms), Contains("freeze tab(42).scope"));
    EXPECT_THAT(desk.acts_in(1s), Not(Contains("thaw tab(42).scope")))
        << "its terminal is in front, but the tab isn't";
}

TEST_F(TwoTabs, ATabOfWhatIsInFrontIsLeftAloneElse)
{
    in_front();
    const auto unknown = "it isn't known whether make in Konsole is, or was, the active app";
    struct Case {
        const char *what;
        std::optional<Duration> hog;
        std::optional<Duration> other;
    };
    for (const auto &[what, typed, elsewhere] : std::vector<Case>{
             {"nobody types", 1h, 1h},
             {"the other was typed into too long ago", 1h, 20s},
             {"this one was typed into a moment ago, by the kernel's coarse clock", 18s - 1us, 0s},
             {"the other was typed into later by no more than the kernel's clock is coarse", 18s,
              10s},
             {"this one last", 5s, 5s},
             {"it isn't known of this one", std::nullopt, 5s},
             {"it isn't known of the other", 1h, std::nullopt},
         }) {
        desk.happens(event::JobSeen{hog, "make", typed});
        desk.happens(event::JobSeen{other, "bash", elsewhere});
        EXPECT_EQ(why(Level::Critical), unknown) << what;
    }
    looked_at(1h, 20s - 1us);
    EXPECT_EQ(why(), std::nullopt);
    looked_at(18s, 0s);
    EXPECT_EQ(why(), std::nullopt);
    desk.passes(10s);
    EXPECT_NE(why(), std::nullopt) << "what was seen ten seconds ago no longer counts";
}

TEST_F(TwoTabs, WhatWasInFrontAMomentAgoIsAsIfItWere)
{
    in_front();
    desk.passes(1min);
    desk.focus(desk.front);
    hidden();
    looked_at(1h, 1h);
    desk.passes(10s - 1us);
    EXPECT_NE(why(), std::nullopt);
    looked_at(1h, 1h);
    desk.passes(1us);
    EXPECT_EQ(why(), std::nullopt);
}

TEST_F(TwoTabs, WhatWasSeenOfOneHoldsForTenSeconds)
{
    hidden();
    looked_at(1h, 1h);
    desk.passes(10s - 1us);
    EXPECT_EQ(why(), std::nullopt);
    desk.passes(1us);
    EXPECT_EQ(why(), "it isn't known yet what kind of app make in Konsole is");
}

/// As in a session whose compositor reports no windows. Another app must have been known to be in
/// front all the time.
TEST_F(TwoTabs, WhereNobodyTellsWhatCanBeSeenTheFrontMustBeKnownForLong)
{
    looked_at(1h, 1h);
    desk.session.visibility_known = false;
    const auto unknown = "it isn't known whether make in Konsole is, or was, the active app";
    desk.session.front_known = std::nullopt;
    EXPECT_EQ(why(Level::Critical), unknown);
    desk.session.front_known = desk.now - desk.config.freezing.unfocused_for + 1us;
    EXPECT_EQ(why(Level::Critical), unknown);
    desk.session.front_known = desk.now - desk.config.freezing.unfocused_for;
    EXPECT_NE(why(Level::Critical), unknown);
}

TEST_F(TwoTabs, WhoseTerminalIsInNobodysUnitMayBeInFront)
{
    hidden();
    looked_at(1h, 1h);
    ASSERT_EQ(why(), std::nullopt);
    desk.happens(event::UnitGone{konsole.unit});
    EXPECT_EQ(why(), "it isn't known whether make in Konsole is, or was, the active app");
}

TEST_F(TwoTabs, WhatCanBeSeenWaitsForCritical)
{
    looked_at(1h, 1h);
    EXPECT_EQ(why(Level::High), "Konsole is visible");
    EXPECT_EQ(why(Level::Critical), std::nullopt);
}

TEST_F(TwoTabs, WhatOneDoesNotUseStaysInMemory)
{
    hidden();
    looked_at(1h, 1h);
    desk.config.gentle.enabled = true;
    const Judgement calm{.level = Level::Calm, .now = Level::Calm, .because = {}};
    desk.happens(event::PowerSeen{false});
    EXPECT_EQ(in_english(kept_in_memory(desk.session, desk.config, calm, hog, desk.now)),
              "it isn't known whether make in Konsole is visible");
}

TEST_F(TwoTabs, WhatIsSharedIsLeftAlone)
{
    hidden();
    looked_at(1h, 1h);
    desk.happens(event::JobSeen{.unit = hog, .program = "sudo", .input_age = 1h, .shared = true});
    EXPECT_EQ(why(Level::Critical), "the open files of make in Konsole can't be listed");
}

TEST_F(TwoTabs, WhatTheUserSaidOfTheTerminalHoldsForItsTabs)
{
    hidden();
    looked_at(1h, 1h);
    desk.config.rules[konsole.id] = AppRule::Never;
    EXPECT_EQ(why(), "your rule for Konsole exempts it");
    desk.config.rules.clear();
    desk.happens(event::HoldTaken{konsole.id, ":1.7", "a demonstration"});
    EXPECT_EQ(why(), "Konsole is held: a demonstration");
}

TEST_F(TwoTabs, OpeningTheTerminalThaws)
{
    hidden();
    looked_at(1h, 1h);
    ASSERT_THAT(desk.acts_in(400ms), Contains("freeze tab(42).scope"));
    in_front();
    EXPECT_THAT(desk.turns(), Contains("thaw tab(42).scope"));
}

TEST_F(TwoTabs, TypingIntoItThaws)
{
    hidden();
    looked_at(1h, 1h);
    ASSERT_THAT(desk.acts_in(400ms), Contains("freeze tab(42).scope"));
    desk.happens(event::TabUsed{other});
    EXPECT_THAT(desk.turns(), IsEmpty());
    desk.happens(event::TabUsed{hog});
    EXPECT_THAT(desk.turns(), Contains("thaw tab(42).scope"));
}

TEST_F(TwoTabs, OnRequestOneIsFrozenWhateverIsInFront)
{
    in_front();
    desk.turns();
    desk.happens(event::FreezeAsked{job, 0s});
    EXPECT_EQ(desk.turns(), Lines{"freeze tab(42).scope"});
}

TEST_F(TwoTabs, OneIsNotEndedUnasked)
{
    desk.turns();
    desk.happens(event::CloseAsked{job});
    EXPECT_THAT(desk.acts_in(1min), Not(Contains(testing::StartsWith("end "))))
        << "an unsaved text may be open in it";
}

TEST_F(TwoTabs, OneIsNeverStoppedInTurn)
{
    desk.appetites[hog] = {};
    desk.uses({.id = job, .unit = hog, .name = {}, .process = {}, .window = {}}, 200 * mib);
    const App mail = desk.background("mail");
    desk.load.ui_memory_some = desk.load.system_memory_some = 0.9;
    desk.load.ui_memory_full = desk.load.system_memory_full = 0.7;
    hidden();
    Lines acts;
    for (int i = 0; i < 40; ++i) {
        looked_at(1h, 1h);
        std::ranges::copy(desk.acts_in(500ms), std::back_inserter(acts));
    }
    EXPECT_THAT(acts, Contains("freeze " + mail.name));
    EXPECT_THAT(acts, Not(Contains(testing::HasSubstr("tab("))))
        << "there is no culprit, so no job pays for it";
}

TEST_F(TwoTabs, OneIsShownOnlyWhileSomethingIsDoneToIt)
{
    EXPECT_TRUE(is_shown(desk.session, konsole.id));
    EXPECT_FALSE(is_shown(desk.session, job));
    desk.happens(event::FreezeAsked{job, 0s});
    EXPECT_TRUE(is_shown(desk.session, job));
    desk.turns();
    desk.happens(event::ThawAsked{job});
    desk.turns();
    EXPECT_FALSE(is_shown(desk.session, job));
}

TEST_F(TwoTabs, WhatIsDoneToAnotherTabShowsNone)
{
    const AppId another = desk.session.units.at(other).app;
    desk.session.leases[other] = {.app = another};
    desk.session.notice = Notice{.app = another, .title = {}, .text = {}};
    EXPECT_FALSE(is_shown(desk.session, job));
    desk.session.notice->app = job;
    EXPECT_TRUE(is_shown(desk.session, job)) << "it is warned of";
    desk.session.notice.reset();
    desk.session.leases[hog] = {.app = job};
    EXPECT_TRUE(is_shown(desk.session, job)) << "it is frozen";
}

TEST_F(TwoTabs, OneThatShowsAWindowIsShownAndSoIsWhatIsNoTab)
{
    EXPECT_TRUE(is_shown(desk.session, desk.background("hidden").id));
    desk.window(desk.process(hog, "gimp", {desk.ancestor("bash", true)}), "gimp");
    EXPECT_TRUE(is_shown(desk.session, job));
}

TEST_F(TwoTabs, SystemdIsAskedForTheUnitAroundIt)
{
    const ProcessId kate = desk.process(hog, "kate", {desk.ancestor("bash", true)});
    const WindowId window = desk.window(kate, "org.kde.kate");
    desk.happens(event::FocusMoved{window});
    EXPECT_THAT(desk.turns(), Contains("boost app-org.kde.konsole-1.scope"));
    EXPECT_EQ(desk.session.focused_app(), job);
    EXPECT_NE(why(Level::Critical), std::nullopt) << "it shows what is in front";
}

TEST_F(TwoTabs, OneThatIsTiedToAnotherAppIsLetBe)
{
    hidden();
    looked_at(1h, 1h);
    ASSERT_EQ(why(), std::nullopt);
    desk.happens(event::UnitTied{hog, {{desk.front.unit, TieKind::SameProgram}}});
    EXPECT_EQ(why(Level::Critical), "it isn't known which processes make in Konsole consists of");
}

TEST_F(TwoTabs, WhatRunsInOneStaysThereUnlessItWasDetached)
{
    const Ancestor gimp = desk.ancestor("gimp", true);
    desk.happens(event::ProcessSeen{{.id = gimp.id,
                                     .unit = hog,
                                     .lineage = {gimp, desk.ancestor("bash", true)},
                                     .app_hint = {}}});
    desk.window(gimp.id, "gimp");
    EXPECT_THAT(desk.turns(), Not(Contains(testing::StartsWith("adopt"))))
        << "it has the tab's terminal, and stays with it";
    const ProcessId detached = desk.process(other, "xterm");
    desk.window(detached, "xterm");
    EXPECT_THAT(desk.turns(), Contains(testing::StartsWith("adopt")));
}

TEST_F(TwoTabs, OneThatIsGoneLeavesNothing)
{
    looked_at(1h, 1h);
    desk.happens(event::UnitGone{hog});
    EXPECT_FALSE(desk.session.jobs.contains(hog));
    EXPECT_EQ(tab_called(desk.session, job), nullptr);
    desk.happens(event::UnitGone{konsole.unit});
    desk.happens(event::UnitGone{other});
    EXPECT_TRUE(desk.session.units_of(konsole.id).empty());
}

TEST(TerminalTab, TheSliceOfATerminalIsBoostedWithItsTabs)
{
    Desk desk;
    const UnitId server =
        desk.unit("app.slice/app-org.gnome.Terminal.slice/gnome-terminal-server.service");
    desk.unit("app.slice/app-org.gnome.Terminal.slice/vte-spawn-0a1b.scope");
    const ProcessId process = desk.process(server, "gnome-terminal-server");
    desk.happens(event::UnitDescribed{server, {}, {}, process.pid});
    desk.happens(event::FocusMoved{desk.window(process, "org.gnome.Terminal")});
    const Lines lines = desk.turns();
    EXPECT_THAT(lines, Contains("boost app-org.gnome.Terminal.slice"));
    EXPECT_THAT(lines, Not(Contains("boost vte-spawn-0a1b.scope"))) << "one call is enough";
}

/// The shell, and what it runs, would compete with all other apps as one of them.
TEST(TerminalTab, TabsBesideTheirTerminalAreBoostedWithIt)
{
    Desk desk;
    const UnitId unit = desk.unit("app.slice/app-org.gnome.Ptyxis@1f.service");
    desk.unit("app.slice/ptyxis-spawn-0a1b.scope");
    desk.happens(event::FocusMoved{desk.window(desk.process(unit, "ptyxis"), "org.gnome.Ptyxis")});
    EXPECT_THAT(desk.turns(), Contains("boost ptyxis-spawn-0a1b.scope"));
    desk.focus(desk.app("org.example.Other"));
    EXPECT_THAT(desk.turns(), Contains("unboost ptyxis-spawn-0a1b.scope"));
}

} // namespace

} // namespace headroom
