// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/desktop_parts.h"
#include "model/job.h"
#include "model/kinship.h"
#include "policy/freeze_background.h"
#include "policy/freeze_in_turn.h"
#include "policy/freeze_requested.h"
#include "policy/nap_background.h"
#include "policy/on_duty.h"
#include "policy/why_not_frozen.h"
#include "pressed.h"

// Single rules, each given a possible judgement, on both sides of their conditions.
namespace headroom {

namespace {

using namespace seen;

/// A machine that is calm, except as the judgement states. A hidden app has existed for long.
struct Idle {
    PressedDesk desk;
    App idle;
    Judgement judgement{.level = Level::Critical,
                        .now = Level::Critical,
                        .resource = Resource::Memory,
                        .in_front = true,
                        .because = {}};

    explicit Idle(std::uint64_t held = 100 * mib, Duration looked = 2s) : idle(hidden("idle", held))
    {
        desk.passes(10min);
        desk.goes_on(looked);
    }

    App hidden(const AppId &id, std::uint64_t held)
    {
        App app = desk.app(id);
        desk.changes(app.window, [](Window &window) { window.hidden = true; });
        desk.appetites[app.unit] = {};
        desk.uses(app, held);
        return app;
    }

    [[nodiscard]] Wanted wanted() const
    {
        Wanted wanted;
        freeze_in_turn(desk.session, desk.config, judgement, desk.now, wanted);
        return wanted;
    }
    [[nodiscard]] bool is_next() const { return wanted().frozen.contains(idle.unit); }
    /// Another app that was frozen in turn earlier.
    Lease &before(Duration ago, FreezerState state)
    {
        const App other = desk.background("other");
        desk.goes_on(2s);
        return desk.session.leases[other.unit] = {.app = "other",
                                                  .since = desk.now - ago,
                                                  .state = state,
                                                  .cause = FreezeCause::Pressure,
                                                  .in_turn = true};
    }
};

TEST(InTurn, OfThirtyTwoMebibytesOrMore)
{
    EXPECT_TRUE(Idle{32 * mib}.is_next());
    EXPECT_FALSE(Idle{32 * mib - 1}.is_next()) << "that would gain nothing";
}

TEST(InTurn, AfterASecondInWhichNobodyWasToBlame)
{
    EXPECT_TRUE((Idle{100 * mib, 1100ms}.is_next())) << "eleven samples span a second";
    EXPECT_FALSE((Idle{100 * mib, 1s}.is_next()));
}

TEST(InTurn, BeginsWhenEverythingHangsAndGoesOnWhileWhatIsInFrontDoes)
{
    Idle at;
    EXPECT_TRUE(at.is_next());
    at.judgement.now = Level::High;
    EXPECT_FALSE(at.is_next());
    Lease &last = at.before(1min, FreezerState::Frozen);
    EXPECT_FALSE(at.is_next()) << "only its files show what it is, and they can be waited for";
    at.desk.happens(event::UnitInspected{at.idle.unit, {}, true});
    EXPECT_TRUE(at.is_next());
    last.since -= 1us;
    EXPECT_FALSE(at.is_next()) << "that was another shortage";
    last.since += 1us;
    at.judgement.in_front = false;
    EXPECT_FALSE(at.is_next());
    at.judgement.now = Level::Critical;
    EXPECT_TRUE(at.is_next());
    at.judgement.resource = Resource::Io;
    EXPECT_FALSE(at.is_next()) << "freezing an app makes no disk faster";
    at.judgement = {.level = Level::Uneasy,
                    .now = Level::Uneasy,
                    .resource = Resource::Memory,
                    .in_front = true,
                    .because = {}};
    EXPECT_FALSE(at.is_next());
    EXPECT_TRUE(at.wanted().inspect.empty());
}

TEST(InTurn, WhenTheLastOneStandsStillOrWontSoon)
{
    Idle at;
    Lease &last = at.before(2s - 1us, FreezerState::Freezing);
    EXPECT_FALSE(at.is_next());
    last.state = FreezerState::Frozen;
    EXPECT_TRUE(at.is_next());
    last.state = FreezerState::Freezing;
    last.since = at.desk.now - 2s;
    EXPECT_TRUE(at.is_next());
    last.since = at.desk.now;
    last.cause = FreezeCause::Asked;
    EXPECT_TRUE(at.is_next()) << "that freeze has another cause";
}

TEST(InTurn, TheOneUnusedForLongestAndThreeAreLookedAt)
{
    Idle at;
    std::vector<App> later;
    for (const auto *id : {"b", "c", "d"}) {
        later.push_back(at.hidden(id, 200 * mib));
        at.desk.passes(1min);
    }
    at.desk.goes_on(2s);
    const Wanted wanted = at.wanted();
    EXPECT_TRUE(at.is_next());
    EXPECT_EQ(wanted.frozen.size(), 1U);
    at.desk.inspect.clear();
    at.desk.session.inspections.clear();
    EXPECT_EQ(at.wanted().inspect, (std::set{at.idle.unit, later[0].unit, later[1].unit}));
    at.desk.session.unfocused[at.idle.unit] = at.desk.now - 20s;
    EXPECT_FALSE(at.is_next()) << "it was in front since";
    EXPECT_TRUE(at.wanted().frozen.contains(later[0].unit));
}

TEST(FreezeBackground, LooksAtTheCulpritFromUneasyOn)
{
    PressedDesk desk;
    const App hog = desk.background("hog", {.grows = 50 * mib});
    desk.inspects = false;
    desk.goes_on(2s);
    const auto inspected = [&](Level level, Resource resource = Resource::Memory) {
        Wanted wanted;
        freeze_background(desk.session, desk.config,
                          {.level = level, .now = level, .resource = resource, .because = {}},
                          desk.now, wanted);
        EXPECT_TRUE(wanted.frozen.empty());
        return wanted.inspect.contains(hog.unit);
    };
    EXPECT_FALSE(inspected(Level::Calm));
    EXPECT_TRUE(inspected(Level::Uneasy));
    EXPECT_FALSE(inspected(Level::Uneasy, Resource::Cpu));
}

TEST(FreezeBackground, LooksAtTheCulpritForFourSecondsAfterAStallIfMemoryMayBecomeLow)
{
    PressedDesk desk;
    const App hog = desk.background("hog", {.grows = 50 * mib});
    desk.load.memory.available = 250 * mib; // 15 % are slack
    desk.inspects = false;
    desk.goes_on(2s);
    const auto inspected = [&](Duration ago) {
        desk.session.pressure.stall_seen(desk.now - ago);
        Wanted wanted;
        freeze_background(desk.session, desk.config,
                          {.level = Level::Calm, .now = Level::Calm, .because = {}}, desk.now,
                          wanted);
        return wanted.inspect.contains(hog.unit);
    };
    EXPECT_TRUE(inspected(4s - 1us));
    EXPECT_FALSE(inspected(4s));
    desk.passes(100ms);
    desk.session.pressure.add({}, desk.now);
    EXPECT_FALSE(inspected(0s)) << "invariant 7: nobody knows how much there is";
}

TEST(Inspection, ItStandsForTenSecondsAndIsMadeAnewAfterFive)
{
    PressedDesk desk;
    const App app = desk.background("app");
    const auto looked = [&](Duration ago) {
        desk.session.inspections[app.unit] = {
            .at = desk.now - ago, .duties = {DutyKind::Camera}, .readable = true};
        Wanted wanted;
        inspect_in_time(desk.session, app.unit, desk.now, wanted);
        return wanted.inspect.contains(app.unit);
    };
    EXPECT_FALSE(looked(5s - 1us));
    EXPECT_TRUE(looked(5s));
    looked(10s - 1us);
    EXPECT_TRUE(inspected_duty(desk.session, app.unit, desk.now));
    EXPECT_FALSE(awaits_inspection(desk.session, app.id, Level::High, desk.now));
    looked(10s);
    EXPECT_FALSE(inspected_duty(desk.session, app.unit, desk.now));
    EXPECT_TRUE(awaits_inspection(desk.session, app.id, Level::High, desk.now));
    EXPECT_FALSE(awaits_inspection(desk.session, app.id, Level::Critical, desk.now))
        << "there is no time for it";
}

TEST(CannotFreeze, WhenTheMachineOrTheSessionIsAboutToGo)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    const auto why = [&] { return in_english(cannot_freeze(desk.session, app.id)); };
    EXPECT_EQ(why(), std::nullopt);
    desk.session.partings = {Parting::Sleep};
    EXPECT_EQ(why(), "the computer is about to sleep");
    desk.session.partings = {Parting::Sleep, Parting::Logout};
    EXPECT_EQ(why(), "the session is about to end");
    desk.session.partings = {Parting::Shutdown};
    EXPECT_EQ(why(), "the session is about to end");
    desk.session.ending = true;
    EXPECT_EQ(why(), "Headroom is about to end");
}

TEST(CannotFreeze, ThatNothingCanBeFrozenIsSaidFirstAndAlsoOfWhatIsMinimisedForIt)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    desk.focus(app);
    const auto why = [&] { return in_english(cannot_freeze(desk.session, app.id)); };
    const auto why_behind = [&] { return in_english(refuse_freeze_behind(desk.session, app.id)); };
    EXPECT_EQ(why(), "org.example.App is the active app, which is never paused");
    EXPECT_EQ(why_behind(), std::nullopt);
    desk.session.partings = {Parting::Sleep};
    EXPECT_EQ(why(), "the computer is about to sleep");
    EXPECT_EQ(why_behind(), "the computer is about to sleep");
}

TEST(AskedOf, WhatIsNotThereIsNothing)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    const UnitId gone{999};
    EXPECT_FALSE(is_part_of_session(desk.session, gone));
    EXPECT_FALSE(is_shown(desk.session, ""));
    EXPECT_FALSE(is_shown(desk.session, "gone"));
    EXPECT_TRUE(is_shown(desk.session, app.id));
    EXPECT_FALSE(may_be_left_behind(desk.session, gone, app.unit, true));
    EXPECT_FALSE(may_be_left_behind(desk.session, app.unit, gone, true));
}

TEST(Session, TellsAnewOfWhomAFactConcerns)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    desk.changed = {};
    desk.happens(event::DesktopSeen{app.process});
    EXPECT_TRUE(desk.changed.apps.contains(app.id));
    desk.happens(event::DesktopSeen{{4711, 1}}); // an unknown process
    desk.changed = {};
    const UnitId elsewhere = desk.unit("app.slice/app-org.example.Other-1.scope");
    Process moved = desk.session.processes.at(app.process);
    moved.unit = elsewhere;
    desk.changed = {};
    desk.happens(event::ProcessSeen{moved});
    EXPECT_TRUE(desk.changed.apps.contains(app.id)) << "it has left that app";
}

TEST(WorkingSets, TwoLooksOfOneMomentTellNoPace)
{
    Desk desk;
    desk.happens(event::WorkingSetsSeen{.units = {}, .memory = {}, .swapped_out = 0});
    desk.happens(event::WorkingSetsSeen{.units = {}, .memory = {}, .swapped_out = 4096});
    EXPECT_EQ(desk.session.swap.value().others_a_second, std::nullopt);
    desk.passes(30s);
    desk.happens(event::WorkingSetsSeen{.units = {}, .memory = {}, .swapped_out = 4096 + 30});
    EXPECT_EQ(desk.session.swap.value().others_a_second, 1.0);
    desk.passes(30s + 1us);
    desk.happens(event::WorkingSetsSeen{.units = {}, .memory = {}, .swapped_out = 8192});
    EXPECT_EQ(desk.session.swap.value().others_a_second, std::nullopt)
        << "what was before no longer counts";
}

/// Six seconds after another look, in which 4096 bytes were to be reclaimed and none was written.
TEST(WorkingSets, WhatZswapKeepsIsNotWrittenByOthers)
{
    Desk desk;
    const auto look = [&](std::uint64_t swapped_out) {
        desk.passes(6s);
        desk.happens(event::WorkingSetsSeen{.units = {}, .memory = {}, .swapped_out = swapped_out});
    };
    look(0);
    desk.session.swap->asked = 4096;
    look(0);
    EXPECT_EQ(desk.session.swap->others_a_second, 0.0);
    EXPECT_EQ(desk.session.swap->written, 0.5) << "or there were file pages, this time";
}

TEST(WorkingSets, TheShareThatIsWrittenStandsUntilMoreIsAskedFor)
{
    Desk desk;
    std::uint64_t out = 0;
    const auto look = [&](std::uint64_t asked, std::uint64_t written) {
        if (desk.session.swap)
            desk.session.swap->asked = asked;
        out += written;
        desk.passes(6s);
        desk.happens(event::WorkingSetsSeen{.units = {}, .memory = {}, .swapped_out = out});
        return desk.session.swap->written;
    };
    look(0, 0);
    EXPECT_EQ(look(8192, 4096), 0.5);
    EXPECT_EQ(look(0, 4096), 0.5) << "others have written that";
    EXPECT_EQ(look(0, 0), 0.5);
    EXPECT_EQ(look(4096, 4096), 1.0);
}

TEST(FreezeBackground, AnotherAppThatIsBeingThawedSavesNoCulprit)
{
    PressedDesk desk;
    const App hog = desk.background("hog", {.grows = 50 * mib});
    const App other = desk.background("other");
    desk.inspects = false;
    desk.goes_on(2s);
    const auto is_frozen = [&] {
        Wanted wanted;
        freeze_background(desk.session, desk.config,
                          {.level = Level::Critical,
                           .now = Level::Critical,
                           .resource = Resource::Memory,
                           .because = {}},
                          desk.now, wanted);
        return wanted.frozen.contains(hog.unit);
    };
    const UnitId second = desk.unit("app.slice/app-hog-9.scope");
    const Lease ended{.app = hog.id, .since = desk.now - 1s, .ended = ThawCause::Activated};
    EXPECT_TRUE(is_frozen());
    desk.session.leases[other.unit] = ended;
    desk.session.leases[other.unit].app = other.id;
    EXPECT_TRUE(is_frozen());
    desk.session.leases[second] = ended;
    EXPECT_FALSE(is_frozen()) << "half of it would stay frozen";
}

TEST(FreezeBackground, WakesToSeeWhetherAFreezeHasSettledAndWhenItIsOver)
{
    PressedDesk desk;
    const App hog = desk.background("hog");
    desk.session.level = Level::Critical; // samples come, so it is waited for
    const auto again = [&](Duration ago, FreezerState state) {
        desk.session.leases[hog.unit] = {
            .app = hog.id, .since = desk.now - ago, .state = state, .cause = FreezeCause::Pressure};
        Wanted wanted;
        freeze_background(desk.session, desk.config, {.because = {}}, desk.now, wanted);
        return wanted.again_at.value_or(TimePoint{}) - desk.session.leases.at(hog.unit).since;
    };
    const Duration settles = desk.config.freeze_must_settle;
    EXPECT_EQ(again(settles - 1us, FreezerState::Freezing), settles);
    EXPECT_EQ(again(settles, FreezerState::Freezing), desk.config.longest_freeze);
    EXPECT_EQ(again(0s, FreezerState::Frozen), desk.config.longest_freeze);
}

TEST(NapBackground, WakesForTheEndOfWhatLingersAndNotAfterIt)
{
    Idle at;
    Desk &desk = at.desk;
    desk.session.weights[at.idle.unit] = {at.idle.id, desk.config.napped, WeightKind::Nap};
    const auto again = [&](Duration since) {
        desk.session.level_since = desk.now - since;
        Wanted wanted;
        nap_background(desk.session, desk.config, at.judgement, desk.now, wanted);
        EXPECT_TRUE(wanted.weights.contains(at.idle.unit));
        return wanted.again_at;
    };
    EXPECT_EQ(again(desk.config.nap_lingers - 1us), desk.now + 1us);
    EXPECT_EQ(again(desk.config.nap_lingers), std::nullopt);
}

} // namespace

} // namespace headroom
