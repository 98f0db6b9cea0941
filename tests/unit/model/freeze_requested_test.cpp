// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/freeze_requested.h"
#include "policy/why_not_frozen.h"
#include "seen.h"

namespace headroom {

namespace {

using namespace seen;
using testing::HasSubstr;

TEST(FreezeRequested, FreezesWhatWasAskedForAndNothingElse)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.app("firefox");
    desk.happens(event::FreezeAsked{"org.kde.kate", 0s});
    ASSERT_EQ(desk.turn(), Lines{"freeze " + kate.name});
    EXPECT_EQ(desk.actions[0].reason, "paused org.kde.kate: you requested it");
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(FreezeRequested, Invariant4AtMostOneAppATurnWithAllItsUnits)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const UnitId second = desk.unit("app.slice/app-org.kde.kate-second.scope");
    const App firefox = desk.app("firefox");
    desk.happens(event::FreezeAsked{"org.kde.kate", 0s});
    desk.happens(event::FreezeAsked{"firefox", 0s});
    for (const std::size_t frozen : {2U, 3U, 3U}) {
        desk.turn();
        EXPECT_EQ(desk.session.leases.size(), frozen);
    }
    for (const UnitId unit : {kate.unit, second, firefox.unit})
        EXPECT_TRUE(desk.session.leases.contains(unit));
}

TEST(FreezeRequested, TheFocusedAppIsNeverFrozen)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.focus(kate);
    desk.turns();
    desk.happens(event::FreezeAsked{"org.kde.kate", 0s});
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_THAT(in_english(refuse_freeze(desk.session, "org.kde.kate")).value_or(""),
                HasSubstr("is the active app"));
}

TEST(FreezeRequested, Invariant7WithoutTheMeansNothingIsFrozen)
{
    for (const Capability needed : {Capability::Freeze, Capability::RecordFrozen}) {
        for (const bool looked : {true, false}) {
            Desk desk;
            const App kate = desk.app("org.kde.kate");
            if (looked)
                desk.cannot(needed);
            else
                desk.session.capabilities[static_cast<std::size_t>(needed)] = {};
            EXPECT_EQ(refuse_freeze(desk.session, kate.id),
                      looked ? "this machine can't" : "not checked yet");
            desk.happens(event::FreezeAsked{kate.id, 0s});
            EXPECT_EQ(desk.turn(), Lines{});
        }
    }
}

TEST(FreezeRequested, Invariant3WhatTheSessionNeedsIsRefused)
{
    // One unit of this app is its own, and another turns out to be part of the session. Neither is
    // frozen.
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.window(
        desk.process(desk.unit("session.slice/plasma-kwin_wayland.service"), "kwin_wayland"),
        "org.kde.kate");
    EXPECT_EQ(refuse_freeze(desk.session, kate.id),
              "org.kde.kate has a window whose process is in a unit that isn't its own");
    desk.happens(event::FreezeAsked{kate.id, 0s});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(FreezeRequested, Invariant3HeadroomItselfIsRefused)
{
    Desk desk;
    const UnitId own = desk.unit("app.slice/headroomd.service");
    desk.window(desk.process(own, "headroomd"), "headroomd");
    EXPECT_TRUE(desk.session.units_of("headroomd").empty()) << "a window doesn't make an app of it";
    EXPECT_TRUE(refuse_freeze(desk.session, "headroomd"));
    desk.happens(event::FreezeAsked{"headroomd", 0s});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(FreezeRequested, Invariant7AWindowOfUnknownOriginSpeaksAgainstIt)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.window(std::nullopt, "org.kde.kate");
    EXPECT_TRUE(refuse_freeze(desk.session, kate.id));
    desk.happens(event::FreezeAsked{kate.id, 0s});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(FreezeRequested, AnAppWithoutAUnitIsRefused)
{
    Desk desk;
    EXPECT_EQ(refuse_freeze(desk.session, "org.kde.kate"), "org.kde.kate has no unit of its own");
    EXPECT_EQ(refuse_freeze(desk.session, ""), " has no unit of its own");
    desk.happens(event::FreezeAsked{"org.kde.kate", 0s});
    desk.happens(event::FreezeAsked{"", 0s});
    EXPECT_EQ(desk.turn(), Lines{});
}

TEST(FreezeRequested, WhatTheKernelRefusedIsNotTriedAgainForAMinute)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.happens(event::FreezeAsked{kate.id, 0s});
    desk.turns();
    desk.happens(event::ActRefused{kate.unit, {}, Act::Freeze, "the kernel says no"});
    EXPECT_EQ(desk.turns(), Lines{});
    EXPECT_EQ(refuse_freeze(desk.session, kate.id), "the kernel says no");
    desk.happens(event::FreezeAsked{kate.id, 0s});
    EXPECT_EQ(desk.turns(), Lines{});
    desk.passes(1min);
    desk.happens(event::DisabledFor{0s}); // anything
    EXPECT_EQ(refuse_freeze(desk.session, kate.id), std::nullopt) << "it may work by now";
    EXPECT_EQ(desk.turns(), Lines{}) << "but what was refused does not happen unexpectedly";
    desk.happens(event::FreezeAsked{kate.id, 0s});
    EXPECT_EQ(desk.turns(), Lines{"freeze " + kate.name});
}

/// The lease stays that of pressure, and at critical its freeze may take as long as it likes.
TEST(FreezeRequested, OfWhatPressureIsFreezingDoesNotWakeTheLoopInEachTurn)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.session.leases[kate.unit] = {.app = kate.id,
                                      .since = desk.now,
                                      .state = FreezerState::Freezing,
                                      .cause = FreezeCause::Pressure};
    desk.session.level = Level::Critical;
    desk.happens(event::FreezeAsked{kate.id, 0s});
    Wanted wanted;
    freeze_requested(desk.session, desk.config, desk.now, wanted);
    EXPECT_EQ(wanted.again_at, desk.now + desk.config.freeze_must_settle);
    desk.passes(desk.config.freeze_must_settle);
    wanted = {};
    freeze_requested(desk.session, desk.config, desk.now, wanted);
    ASSERT_TRUE(wanted.again_at);
    EXPECT_GT(*wanted.again_at, desk.now);
}

TEST(FreezeRequested, ARefusedUnitThawsTheOthersOfItsApp)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const UnitId second = desk.unit("app.slice/app-org.kde.kate-second.scope");
    desk.happens(event::FreezeAsked{kate.id, 0s});
    desk.turns();
    desk.happens(event::ActRefused{second, {}, Act::Freeze, "the kernel says no"});
    EXPECT_EQ(desk.turns(), Lines{"thaw " + kate.name}) << "half an app is of no use";
}

TEST(FreezeRequested, EndingRefusesAll)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.happens(event::Ending{});
    desk.happens(event::FreezeAsked{kate.id, 0s});
    EXPECT_EQ(desk.turn(), Lines{});
    EXPECT_EQ(refuse_freeze(desk.session, kate.id), "Headroom is about to end");
}

TEST(FreezeRequested, AsksToLookAgainWhenTimeAloneMatters)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const TimePoint asked = desk.now;
    desk.happens(event::FreezeAsked{kate.id, 10s});
    desk.turn();
    desk.passes(1s);
    desk.turn();
    EXPECT_EQ(desk.again_at, asked + 2s) << "to check whether it has settled";
    desk.happens(event::FreezerSettled{kate.unit, true});
    desk.turn();
    EXPECT_EQ(desk.again_at, asked + 10s) << "when the hold ends";
}

} // namespace

} // namespace headroom
