// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/disabled.h"
#include "policy/why_not_frozen.h"

#include "pressed.h"

// While the user has disabled Headroom, it does nothing by itself, and what it did is undone.
namespace headroom {

namespace {

using namespace seen;

using testing::Contains;
using testing::IsEmpty;

constexpr Appetite greedy{.grows = 80 * mib};

Load hanging()
{
    return {.ui_memory_some = 0.9,
            .ui_memory_full = 0.6,
            .system_memory_some = 0.9,
            .system_memory_full = 0.6,
            .memory = {.total = 1000 * mib, .available = 20 * mib, .active_file = 0}};
}

struct Hanging : PressedDesk {
    App hog = background("hog", greedy);
    Hanging() { load = hanging(); }
};

TEST(Disabled, NothingIsFrozenHoweverShortTheMachineIs)
{
    Hanging desk;
    desk.happens(event::DisabledFor{1h});
    EXPECT_EQ(desk.acts_in(60s, 1s), Lines{"unboost " + desk.front.name});
    EXPECT_EQ(why_not_frozen(desk.session, desk.config, desk.hog.id, Level::Critical, desk.now),
              "you have paused Headroom");
}

/// Commands that wait for room must not start on a machine that hangs.
TEST(Disabled, TheLevelIsStillKnown)
{
    Hanging desk;
    (void)desk.acts_in(1s);
    ASSERT_GE(desk.session.level, Level::High);
    desk.happens(event::DisabledFor{1h});
    (void)desk.acts_in(10s, 1s);
    EXPECT_GE(desk.session.level, Level::High);
    desk.load = {};
    (void)desk.acts_in(10s, 1s);
    EXPECT_EQ(desk.session.level, Level::Calm);
}

TEST(Disabled, WhatPressureHasDoneIsUndoneAtOnce)
{
    Hanging desk;
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + desk.hog.name));
    desk.happens(event::DisabledFor{1h});
    const Lines undone = desk.turns();
    EXPECT_THAT(undone, Contains("thaw " + desk.hog.name));
    EXPECT_THAT(undone, Contains("unwarn"));
    EXPECT_THAT(undone, Contains("unboost " + desk.front.name));
    EXPECT_EQ(desk.session.last_reason.at(desk.front.id).in_english(),
              "no longer boosting org.example.front: you have paused Headroom");
    EXPECT_THAT(desk.session.leases, IsEmpty());
    EXPECT_THAT(desk.session.weights, IsEmpty());
}

TEST(Disabled, TheUsersOwnFreezeStaysAndANewOneIsServed)
{
    PressedDesk desk;
    const App kate = desk.background("org.kde.kate");
    const App okular = desk.background("org.kde.okular");
    desk.happens(event::FreezeAsked{kate.id, 0s});
    desk.turns();
    desk.happens(event::DisabledFor{1h});
    desk.turns();
    EXPECT_TRUE(desk.session.leases.contains(kate.unit));
    desk.happens(event::FreezeAsked{okular.id, 0s});
    EXPECT_THAT(desk.turns(), Contains("freeze " + okular.name));
}

/// No event comes at the end of the time.
TEST(Disabled, EndsByItself)
{
    PressedDesk desk;
    desk.happens(event::DisabledFor{1h});
    ASSERT_THAT(desk.turns(), Contains("unboost " + desk.front.name));
    EXPECT_EQ(desk.again_at, desk.now + 1h);
    desk.passes(1h - 1us);
    EXPECT_TRUE(is_disabled(desk.session, desk.now));
    EXPECT_THAT(desk.turns(), IsEmpty());
    desk.passes(1us);
    EXPECT_FALSE(is_disabled(desk.session, desk.now));
    EXPECT_THAT(desk.turns(), Contains("boost " + desk.front.name));
}

TEST(Disabled, EndsOnRequestAndALaterRequestReplacesAnEarlierOne)
{
    PressedDesk desk;
    desk.happens(event::DisabledFor{1h});
    desk.happens(event::DisabledFor{2h});
    desk.passes(90min);
    EXPECT_TRUE(is_disabled(desk.session, desk.now));
    desk.happens(event::DisabledFor{0s});
    EXPECT_FALSE(is_disabled(desk.session, desk.now));
}

TEST(Disabled, MemoryOfHiddenAppsIsLeftAlone)
{
    Config config;
    config.gentle.enabled = true;
    EXPECT_FALSE(while_disabled(config).gentle.enabled);
    EXPECT_EQ(while_disabled(config).rules, config.rules);
}

TEST(Disabled, ForNoTimeIsNotDisabledAtAll)
{
    Desk desk;
    desk.happens(event::DisabledFor{1us});
    EXPECT_EQ(desk.session.disabled_until, desk.now + 1us);
    desk.happens(event::DisabledFor{0us});
    EXPECT_EQ(desk.session.disabled_until, std::nullopt);
}

} // namespace

} // namespace headroom
