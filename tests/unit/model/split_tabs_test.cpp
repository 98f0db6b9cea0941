// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/job.h"
#include "policy/split_tabs.h"
#include "pressed.h"

#include <format>

// A runaway job in a terminal that gives its tabs no cgroups. Its tab gets a unit of its own for a
// while, and is frozen alone.
namespace headroom {

using namespace std::string_literals;

namespace {

using namespace seen;
using testing::Contains;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

/// foot with two windows in one process. One of them runs a job that takes all memory.
class Foot : public testing::Test {
protected:
    PressedDesk desk;
    App foot{.id = "foot", .unit = {}, .name = "app-foot-1.scope", .process = {}, .window = {}};
    const Shell hog{{42, 420}, 0};
    const Shell other{{43, 430}, 0};
    const AppId job = "foot:42";

    Foot()
    {
        foot.unit = desk.unit("app.slice/app-foot-1.scope");
        foot.process = desk.process(foot.unit, "foot");
        foot.window = desk.window(foot.process, foot.id);
        desk.happens(event::AppDescribed{.app = foot.id,
                                         .name = "Foot",
                                         .terminal = true,
                                         .never_frozen = "Foot is a terminal"s});
        desk.appetites[foot.unit] = {.grows = 80 * mib};
        desk.load = hanging();
        desk.passes(1h);
        desk.changes(foot.window, [](Window &window) { window.hidden = true; });
    }

    void has_shells(std::int32_t started_by)
    {
        desk.happens(event::ShellsSeen{foot.unit, {{hog.id, started_by}, {other.id, started_by}}});
        desk.happens(event::UnitInspected{foot.unit, {DutyKind::Terminal}, true});
    }
    void has_shells() { has_shells(foot.process.pid); }

    /// The tab's unit appears, with all of the tab in it. Memory that the tab takes from now on is
    /// charged there.
    UnitId in_unit(const Shell &shell)
    {
        const UnitId unit =
            desk.unit(std::format("app.slice/app-headroom.tab-foot-{}.scope", shell.id.pid));
        desk.happens(event::Adopted{shell.id, unit, 2});
        desk.happens(event::AppDescribed{
            .app = desk.session.units.at(unit).app, .name = "make in Foot", .never_frozen = {}});
        desk.appetites[unit] = {};
        return unit;
    }

    /// Both tabs get one.
    UnitId split()
    {
        has_shells();
        EXPECT_THAT(desk.acts_in(400ms), Contains("split 42 from app-foot-1.scope"));
        const UnitId unit = in_unit(hog);
        in_unit(other);
        desk.appetites[unit] = {.grows = 80 * mib};
        desk.appetites[foot.unit] = {};
        return unit;
    }

    void is_looked_at(UnitId unit) { desk.happens(event::JobSeen{unit, "make", 1h}); }

    void calms_down()
    {
        desk.load = {};
        desk.appetites.clear();
    }
};

const auto is_a_split = StartsWith("split ");
const auto is_a_rejoin = StartsWith("rejoin ");

TEST_F(Foot, ItsTabsAreSplitWhenItTakesTheMemory)
{
    has_shells();
    const Lines acts = desk.acts_in(400ms);
    EXPECT_EQ(acts, (Lines{"split 42 from app-foot-1.scope", "split 43 from app-foot-1.scope"}))
        << "and no warning yet: which tab it is isn't known";
}

TEST_F(Foot, TheJobIsNamedAndFrozenAlone)
{
    const UnitId tab = split();
    is_looked_at(tab);
    const Lines acts = desk.acts_in(1s);
    EXPECT_THAT(acts, Contains("freeze app-headroom.tab-foot-42.scope"));
    EXPECT_THAT(acts, Not(Contains("freeze app-headroom.tab-foot-43.scope")));
    EXPECT_EQ(desk.session.notice->title, "make in Foot was paused");
    EXPECT_EQ(desk.session.units.at(tab).terminal, foot.id);
}

TEST_F(Foot, ASplitTabIsNotStartingThoughItsUnitIsNew)
{
    const UnitId tab = split();
    is_looked_at(tab);
    EXPECT_EQ(in_english(why_not_frozen(desk.session, desk.config, tab, Level::High, desk.now)),
              std::nullopt);
}

TEST_F(Foot, WhatItTookBeforeIsNotHeldAgainstTheTerminal)
{
    desk.goes_on(10s); // 800 MiB, charged to the terminal for good
    const UnitId tab = split();
    is_looked_at(tab);
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze app-headroom.tab-foot-42.scope"));
}

TEST_F(Foot, WhatATabOfNoWindowHasStartedStaysWhereItIs)
{
    has_shells(foot.process.pid + 1000); // tmux has such children, and any terminal may show them
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(is_a_split)));
}

TEST_F(Foot, OneThatHasBeenSplitIsNotSplitAgain)
{
    split();
    desk.appetites.clear();
    desk.appetites[foot.unit] = {.grows = 80 * mib}; // before it is inspected again
    EXPECT_THAT(desk.acts_in(2s), Not(Contains(is_a_split)));
}

TEST_F(Foot, NothingIsSplitThatIsNoTerminal)
{
    desk.happens(event::ShellsSeen{foot.unit, {{hog.id, foot.process.pid}}});
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(is_a_split)));
}

TEST_F(Foot, NothingIsSplitWhereMemoryIsNotShort)
{
    has_shells();
    desk.load = {};
    EXPECT_THAT(desk.acts_in(2s), IsEmpty());
}

TEST_F(Foot, NothingIsSplitWhereNothingMayBeDone)
{
    has_shells();
    desk.config.response = Response::Off;
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(is_a_split)));
    desk.config.response = Response::Freeze;
    desk.cannot(Capability::Adopt);
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(is_a_split)));
}

TEST_F(Foot, OneThatCouldNotBeSplitIsNotTriedAgain)
{
    has_shells();
    ASSERT_THAT(desk.acts_in(400ms), Contains("split 42 from app-foot-1.scope"));
    desk.happens(event::ActRefused{{}, hog.id, Act::Adopt, "no"});
    desk.happens(event::ActRefused{{}, other.id, Act::Adopt, "no"});
    const Lines acts = desk.acts_in(2s);
    EXPECT_THAT(acts, Not(Contains(is_a_split)));
    EXPECT_THAT(acts, Contains("warn of foot")) << "the terminal is all that can be named";
}

TEST_F(Foot, ItsTabsRejoinItAfterTenSecondsOfCalm)
{
    split();
    calms_down();
    desk.goes_on(5s); // the reported level lingers
    ASSERT_EQ(desk.session.level, Level::Calm);
    const TimePoint since = desk.session.level_since;
    desk.turns();
    EXPECT_EQ(desk.again_at, since + 10s);
    desk.passes(since + 10s - 1us - desk.now);
    EXPECT_THAT(desk.turns(), Not(Contains(is_a_rejoin)));
    desk.passes(1us);
    EXPECT_EQ(
        desk.turns(),
        (Lines{"rejoin app-headroom.tab-foot-42.scope", "rejoin app-headroom.tab-foot-43.scope"}));
    desk.passes(1min);
    EXPECT_THAT(desk.turns(), Not(Contains(is_a_rejoin))) << "it is rejoining";
}

TEST_F(Foot, OneThatIsFrozenRejoinsWhenItHasBeenThawed)
{
    const UnitId tab = split();
    is_looked_at(tab);
    ASSERT_THAT(desk.acts_in(1s), Contains("freeze app-headroom.tab-foot-42.scope"));
    calms_down();
    Lines acts = desk.goes_on(1min);
    const auto thawed = std::ranges::find(acts, "thaw app-headroom.tab-foot-42.scope"s);
    const auto rejoined = std::ranges::find(acts, "rejoin app-headroom.tab-foot-42.scope"s);
    ASSERT_NE(rejoined, acts.end());
    EXPECT_LT(thawed, rejoined);
}

TEST_F(Foot, OneThatCouldNotRejoinIsLetBe)
{
    const UnitId tab = split();
    calms_down();
    ASSERT_THAT(desk.goes_on(20s), Contains("rejoin app-headroom.tab-foot-42.scope"));
    desk.happens(event::ActRefused{tab, {}, Act::Rejoin, "its terminal has gone"});
    desk.passes(1min);
    EXPECT_THAT(desk.turns(), Not(Contains(is_a_rejoin)));
}

TEST_F(Foot, ASplitTabIsBoostedWithItsTerminal)
{
    split();
    desk.focus(foot);
    EXPECT_THAT(desk.turns(), Contains("boost app-headroom.tab-foot-43.scope"))
        << "it had the focus in the terminal's unit";
}

TEST_F(Foot, ATerminalThatGivesItsTabsCgroupsIsNotSplit)
{
    const UnitId tab = desk.unit("app.slice/vte-spawn-1.scope");
    desk.appetites[foot.unit] = {};
    desk.appetites[tab] = {.grows = 80 * mib};
    const ProcessId inside = desk.process(tab, "kitty");
    desk.window(inside, "kitty");
    desk.happens(event::ShellsSeen{tab, {{hog.id, inside.pid}}});
    desk.happens(event::UnitInspected{tab, {DutyKind::Terminal}, true});
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(is_a_split)));
}

/// Nothing but the judgement is left to decide.
struct Judged {
    const PressedDesk &desk;

    [[nodiscard]] Lines moves(const Judgement &judgement) const
    {
        Wanted wanted;
        split_tabs(desk.session, desk.config, judgement, desk.now, wanted);
        Lines lines;
        for (const Action &move : wanted.moves)
            lines.push_back(said(move));
        return lines;
    }
    [[nodiscard]] Lines moves(Level level) const
    {
        return moves({.level = level, .now = level, .resource = Resource::Memory, .because = {}});
    }
};

TEST_F(Foot, ItsTabsAreSplitFromUneasyOn)
{
    has_shells();
    desk.inspects = false;
    desk.config.response = Response::Warn;
    ASSERT_THAT(desk.acts_in(400ms), Contains(is_a_split));
    desk.session.adopting.clear();
    const Judged judged{desk};
    EXPECT_THAT(judged.moves(Level::Calm), IsEmpty());
    EXPECT_THAT(judged.moves(Level::Uneasy), testing::SizeIs(2));
}

TEST_F(Foot, AWindowThatIsNoNormalOneHasNoTabs)
{
    has_shells();
    desk.changes(foot.window, [](Window &window) { window.kind = WindowKind::Shell; });
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(is_a_split)));
}

TEST_F(Foot, ItsTabsRejoinOnlyWhereBothLevelsAreCalmAndNoActIsInForce)
{
    const UnitId tab = split();
    calms_down();
    desk.goes_on(5s);
    desk.passes(1min);
    const Judged judged{desk};
    const auto rejoins = Contains("rejoin app-headroom.tab-foot-42.scope");
    ASSERT_EQ(desk.session.level, Level::Calm);
    EXPECT_THAT(judged.moves(Level::Calm), rejoins);
    EXPECT_THAT(judged.moves(Level::Uneasy), Not(rejoins));
    desk.session.level = Level::Uneasy;
    EXPECT_THAT(judged.moves(Level::Calm), Not(rejoins)) << "it is what was reported";
    desk.session.level = Level::Calm;
    desk.session.leases[tab] = {.app = job, .since = desk.now, .cause = FreezeCause::Pressure};
    EXPECT_THAT(judged.moves(Level::Calm), Not(rejoins)) << "it is frozen";
    desk.session.leases.clear();
    desk.session.requests[job] = {.asked = desk.now};
    EXPECT_THAT(judged.moves(Level::Calm), Not(rejoins)) << "it will be";
}

TEST_F(Foot, ItIsBeingSplitByASplitOfItsOwnTabs)
{
    const App other = desk.background("other");
    const auto is_split_by = [&](decltype(Action::what) what, UnitId unit) {
        Wanted wanted;
        wanted.moves.push_back(
            {.what = std::move(what), .unit = unit, .name = {}, .app = {}, .reason = {}});
        return is_being_split(desk.session, foot.id, wanted);
    };
    EXPECT_TRUE(is_split_by(action::SplitTab{hog.id}, foot.unit));
    EXPECT_FALSE(is_split_by(action::SplitTab{hog.id}, other.unit));
    EXPECT_FALSE(is_split_by(action::Adopt{hog.id}, foot.unit));
}

} // namespace

} // namespace headroom
