// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/tally.h"

#include <gmock/gmock.h>

namespace headroom {

namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsSupersetOf;
using testing::Pair;

constexpr UnitId kate{7};
constexpr UnitId firefox{8};

constexpr TimePoint at(Duration since_start)
{
    return TimePoint{1000s} + since_start;
}

TEST(TallyTest, NamesAreThoseOfTheInterface)
{
    EXPECT_EQ(name_of(Stalling::Foreground), "foreground");
    EXPECT_EQ(name_of(Stalling::Compositor), "compositor");
    EXPECT_EQ(name_of(StallCause::Background), "background");
    EXPECT_EQ(name_of(StallCause::Foreground), "foreground");
    EXPECT_EQ(name_of(StallCause::System), "system");
    EXPECT_EQ(name_of(StallCause::Unnamed), "unnamed");
}

TEST(TallyTest, ActsAreCountedByTheirVerbs)
{
    Tally tally{at(0s)};
    tally.acted("freeze");
    tally.acted("nap");
    tally.acted("freeze");
    EXPECT_THAT(tally.acts(), IsSupersetOf({Pair("freeze", 2), Pair("nap", 1), Pair("thaw", 0)}));
}

TEST(TallyTest, EachLevelHasItsTimeAndTheOneInForceGoesOn)
{
    Tally tally{at(0s)};
    tally.level_changed(Level::Calm, at(2s));
    tally.level_changed(Level::High, at(10s));
    tally.level_changed(Level::Calm, at(11s));
    EXPECT_THAT(tally.at_levels(at(11s)), ElementsAre(2s, 8s, 0s, 1s, 0s));
    EXPECT_THAT(tally.at_levels(at(20s)), ElementsAre(2s, 17s, 0s, 1s, 0s));
}

TEST(TallyTest, StallsAreAddedUpByWhatStalledForWhatAndWhy)
{
    Tally tally{at(0s)};
    tally.stalled(Stalling::Foreground, StallCause::Background, Resource::Memory, 3s);
    tally.stalled(Stalling::Foreground, StallCause::Background, Resource::Memory, 1s);
    tally.stalled(Stalling::Compositor, StallCause::Unnamed, Resource::Io, 5s);
    EXPECT_EQ(tally.stalled(Stalling::Foreground, StallCause::Background, Resource::Memory), 4s);
    EXPECT_EQ(tally.stalled(Stalling::Foreground, StallCause::Background, Resource::Io), 0s);
    EXPECT_EQ(tally.stalled(Stalling::Foreground, StallCause::System, Resource::Memory), 0s);
    EXPECT_EQ(tally.stalled(Stalling::Compositor, StallCause::Background, Resource::Memory), 0s);
    EXPECT_EQ(tally.stalled(Stalling::Compositor, StallCause::Unnamed, Resource::Io), 5s);
}

/// Kate is in front.
Session without_notice()
{
    Session session;
    for (const auto &[unit, app] : {std::pair{kate, "kate"}, {firefox, "firefox"}}) {
        session.units[unit].app = app;
        session.by_app[app] = {unit};
    }
    session.focus = kate;
    return session;
}

Session with_notice(const AppId &app)
{
    Session session = without_notice();
    session.notice.emplace().app = app;
    return session;
}

TEST(TallyTest, TheCauseIsWhatTheNotificationNames)
{
    EXPECT_EQ(named_cause(without_notice()), StallCause::Unnamed);
    EXPECT_EQ(named_cause(with_notice("firefox")), StallCause::Background);
    EXPECT_EQ(named_cause(with_notice("kate")), StallCause::Foreground);
    EXPECT_EQ(named_cause(with_notice("")), StallCause::System);
}

TEST(TallyTest, AnAppThatWasFrozenInTurnIsNotTheCause)
{
    Session session = with_notice("firefox");
    session.leases[firefox].in_turn = false;
    EXPECT_EQ(named_cause(session), StallCause::Background);
    session.leases[firefox].in_turn = true;
    EXPECT_EQ(named_cause(session), StallCause::Unnamed);
}

} // namespace

} // namespace headroom
