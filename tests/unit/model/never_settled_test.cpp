// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"

// A freeze that takes long, because tasks of the app wait for a slow disk.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::Not;
using testing::StartsWith;

struct Slow {
    PressedDesk desk;
    App hog;

    /// The freeze has just been requested.
    explicit Slow(bool critical)
    {
        desk.cannot(Capability::CpuWeight); // naps have their own tests
        desk.cannot(Capability::IoWeight);
        hog = desk.background("hog", {.grows = 80 * mib});
        desk.settles = false;
        desk.load = hanging();
        desk.load.ui_memory_full = critical ? 0.6 : 0;
        while (!desk.session.leases.contains(hog.unit) && desk.now < TimePoint{10h})
            desk.goes_on(100ms);
        desk.goes_on(600ms); // so that the level is reached, too
        EXPECT_EQ(desk.session.level, critical ? Level::Critical : Level::High);
    }
};

TEST(NeverSettled, IsWaitedForWhileItIsCritical)
{
    Slow slow{/*critical=*/true};
    EXPECT_THAT(slow.desk.acts_in(30s), Not(Contains(StartsWith("thaw"))));
    slow.desk.happens(event::FreezerSettled{slow.hog.unit, true});
    slow.desk.load = hanging();
    slow.desk.load.ui_memory_some = slow.desk.load.system_memory_some = 0;
    EXPECT_THAT(slow.desk.acts_in(30s), Not(Contains(StartsWith("thaw"))))
        << "it is frozen, and there is no room for it";
}

TEST(NeverSettled, IsGivenUpAfterTwoSecondsWhenItIsNotCritical)
{
    Slow slow{/*critical=*/false};
    const TimePoint since = slow.desk.session.leases.at(slow.hog.unit).since;
    const Lines acts = slow.desk.acts_in(2s);
    EXPECT_THAT(acts, Contains("thaw " + slow.hog.name));
    EXPECT_GE(slow.desk.session.never_settled.at(slow.hog.unit),
              since + slow.desk.config.freeze_must_settle);
    EXPECT_THAT(slow.desk.session.last_reason.at("hog").in_english(), testing::HasSubstr("hog"));
    EXPECT_THAT(slow.desk.acts_in(1min), Not(Contains(StartsWith("freeze"))))
        << "it was tried a while ago";
    ASSERT_TRUE(slow.desk.session.notice);
    EXPECT_THAT(
        slow.desk.session.notice->text.in_english(),
        testing::EndsWith("It was not paused: an earlier attempt to pause it took too long."));
}

TEST(NeverSettled, IsGivenUpOnceItIsNoLongerCritical)
{
    Slow slow{/*critical=*/true};
    slow.desk.acts_in(5s);
    slow.desk.load = hanging();
    EXPECT_THAT(slow.desk.acts_in(3900ms), Not(Contains(StartsWith("thaw"))))
        << "the level was critical a moment ago";
    EXPECT_THAT(slow.desk.acts_in(1s), Contains("thaw " + slow.hog.name));
}

TEST(NeverSettled, IsTriedAgainWhenItIsCritical)
{
    Slow slow{/*critical=*/false};
    slow.desk.acts_in(2s);
    const TimePoint given_up = slow.desk.session.never_settled.at(slow.hog.unit);
    slow.desk.load.ui_memory_full = slow.desk.load.system_memory_full = 0.6;
    while (!slow.desk.session.leases.contains(slow.hog.unit) && slow.desk.now < given_up + 1min)
        slow.desk.goes_on(100ms);
    ASSERT_TRUE(slow.desk.session.leases.contains(slow.hog.unit));
    EXPECT_GE(slow.desk.now, given_up + slow.desk.config.freezing.unsettled_again);
    EXPECT_LE(slow.desk.now, given_up + slow.desk.config.freezing.unsettled_again + 200ms);
    slow.desk.settles = true;
    slow.desk.goes_on(100ms);
    EXPECT_FALSE(slow.desk.session.never_settled.contains(slow.hog.unit))
        << "it can be frozen after all";
}

TEST(NeverSettled, OneThatWasAskedForIsNotWaitedFor)
{
    PressedDesk desk;
    const App app = desk.background("app");
    desk.settles = false;
    desk.load = hanging();
    desk.load.ui_memory_full = 0.6;
    desk.goes_on(1s);
    EXPECT_EQ(desk.session.level, Level::Critical);
    desk.happens(event::FreezeAsked{app.id, 1h});
    EXPECT_THAT(desk.acts_in(100ms), Contains("freeze " + app.name));
    EXPECT_THAT(desk.acts_in(2s), Contains("thaw " + app.name));
    EXPECT_TRUE(desk.session.refusal(app.unit, Act::Freeze));
}

} // namespace

} // namespace headroom
