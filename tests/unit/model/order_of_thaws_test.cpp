// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/thaw_wanted.h"
#include "pressed.h"

// Which of the apps that pressure has frozen is thawed first, and what else is reported about
// frozen apps.
namespace headroom {

namespace {

using namespace seen;

/// Two apps are frozen. It has been calm for long enough, and there is room.
struct TwoStopped {
    PressedDesk desk;
    App a = desk.background("a");
    App b = desk.background("b");

    TwoStopped()
    {
        desk.goes_on(200ms);
        desk.session.level = Level::Calm;
        desk.session.level_since = desk.now - 5s;
        for (const App &app : {a, b})
            desk.session.leases[app.unit] = {.app = app.id,
                                             .since = desk.now - 1min,
                                             .state = FreezerState::Frozen,
                                             .cause = FreezeCause::Pressure};
    }

    Lease &of(const App &app) { return desk.session.leases.at(app.unit); }
    [[nodiscard]] std::optional<ThawCause> why(const App &app) const
    {
        return thaw_wanted(desk.session, desk.config, app.unit, desk.now);
    }
    /// Returns "a" or "b"; empty for neither.
    [[nodiscard]] std::string next() const
    {
        EXPECT_FALSE(why(a) && why(b)) << "one at a time";
        return why(a) == ThawCause::Calm ? "a" : why(b) == ThawCause::Calm ? "b" : "";
    }
};

TEST(OrderOfThaws, OfCulpritsTheOldest)
{
    TwoStopped two;
    EXPECT_EQ(two.next(), "a") << "equally old: by name";
    two.of(two.a).since += 1us;
    EXPECT_EQ(two.next(), "b");
    two.of(two.b).since += 2us;
    EXPECT_EQ(two.next(), "a");
}

TEST(OrderOfThaws, WhoIsToBlameForNothingGoesFirstAndOfThoseTheNewest)
{
    TwoStopped two;
    two.of(two.b).in_turn = true;
    two.of(two.b).since += 10s;
    EXPECT_EQ(two.next(), "b");
    two.of(two.a).in_turn = true;
    EXPECT_EQ(two.next(), "b") << "it was used last";
    two.of(two.a).since += 11s;
    EXPECT_EQ(two.next(), "a");
}

TEST(OrderOfThaws, FiveSecondsOfCalmAndBetweenTwo)
{
    TwoStopped two;
    two.desk.session.level_since += 1us;
    EXPECT_EQ(two.next(), "");
    two.desk.session.level_since -= 1us;
    two.desk.session.last_thaw = two.desk.now - 5s + 1us;
    EXPECT_EQ(two.next(), "");
    two.desk.session.last_thaw = two.desk.now - 5s;
    EXPECT_EQ(two.next(), "a");
    two.desk.session.level = Level::Uneasy;
    EXPECT_EQ(two.next(), "");
}

TEST(OrderOfThaws, NobodyBeforeItsTime)
{
    TwoStopped two;
    two.of(two.a).since = two.desk.now - 5s + 1us;
    two.of(two.b).since = two.desk.now - 5s;
    EXPECT_EQ(two.next(), "b");
    for (const auto &[count, held] :
         {std::pair{1U, Duration{5s}}, std::pair{2U, Duration{10s}}, std::pair{3U, Duration{20s}},
          std::pair{7U, Duration{5min}}, std::pair{99U, Duration{5min}}}) {
        two.desk.session.offences[two.b.id] = {.count = count, .last = two.desk.now};
        two.of(two.b).since = two.desk.now - held;
        EXPECT_EQ(two.next(), "b") << count;
        two.of(two.b).since += 1us;
        EXPECT_EQ(two.next(), "") << count;
    }
}

TEST(OrderOfThaws, RoomForWhatItTakesUntilItIsNoticed)
{
    // 500 of 1000 MiB are available, 100 of them in use, and a tenth is kept. That leaves 300 MiB,
    // which is 100 MiB a second for three seconds.
    TwoStopped two;
    two.of(two.a).grew = 100 * mib;
    EXPECT_EQ(two.next(), "a");
    two.of(two.a).grew = 100 * mib + 1;
    EXPECT_EQ(two.next(), "b") << "an app that may be thawed doesn't wait for one that may not";
    two.of(two.b).in_turn = true;
    two.of(two.b).reclaimed = 300 * mib;
    EXPECT_EQ(two.next(), "b") << "it needs back what was reclaimed from it";
    two.of(two.b).reclaimed = 300 * mib + 1;
    EXPECT_EQ(two.next(), "");
    two.of(two.b).in_turn = false;
    EXPECT_EQ(two.next(), "b") << "a culprit's growth counts already";
}

TEST(OrderOfThaws, RoomForWhatWasReclaimedFromAllItsUnits)
{
    TwoStopped two;
    two.of(two.a).grew = 100 * mib + 1;
    two.of(two.b).in_turn = true;
    two.of(two.b).reclaimed = 300 * mib;
    ASSERT_EQ(two.next(), "b");
    const UnitId second = two.desk.unit("app.slice/app-b-9.scope");
    two.desk.session.leases[second] = two.of(two.b);
    two.desk.session.leases[second].reclaimed = 1;
    EXPECT_EQ(two.next(), "") << "they go on together";
}

TEST(OrderOfThaws, NobodyWaitsForWhatIsStoppedForAnotherReason)
{
    TwoStopped two;
    two.of(two.b).since = two.of(two.a).since - 1min;
    ASSERT_EQ(two.next(), "b") << "the oldest";
    two.of(two.b).ended = ThawCause::Shown;
    EXPECT_EQ(two.why(two.a), ThawCause::Calm) << "the other is thawed anyway";
    two.of(two.b).ended.reset();
    two.of(two.b).cause = FreezeCause::Asked;
    two.desk.session.requests[two.b.id] = {.asked = two.desk.now, .hold = 1h, .ended = {}};
    EXPECT_EQ(two.next(), "a") << "the other stays frozen for as long as requested";
    two.desk.session.requests.clear();
    EXPECT_EQ(two.why(two.b), ThawCause::NoLongerAllowed) << "it is no longer requested";
}

TEST(OrderOfThaws, WhatNeverSettledGoesOnAfterTwoSeconds)
{
    TwoStopped two;
    two.of(two.a).state = FreezerState::Freezing;
    two.of(two.a).since = two.desk.now - 2s + 1us;
    EXPECT_EQ(two.why(two.a), std::nullopt);
    two.of(two.a).since = two.desk.now - 2s;
    EXPECT_EQ(two.why(two.a), ThawCause::NeverSettled);
    two.desk.session.level = Level::Critical;
    EXPECT_EQ(two.why(two.a), std::nullopt) << "a slow disk is waited for";
    two.of(two.a).state = FreezerState::Frozen;
    two.of(two.a).since = two.desk.now - 4h + 1us;
    EXPECT_EQ(two.why(two.a), std::nullopt);
    two.of(two.a).since = two.desk.now - 4h;
    EXPECT_EQ(two.why(two.a), ThawCause::HoldOver);
}

TEST(EventsArrived, AreAwaitedOnlyWhereAWindowMayBeUnderThePointer)
{
    struct Row {
        const char *source;
        bool hidden, thawed;
    };
    for (const auto &[source, hidden, thawed] :
         {Row{"gnome-shell", false, true}, Row{"gnome-shell", true, false},
          Row{"kwin", false, false}, Row{"x11", false, false}, Row{"mutter", true, true},
          Row{"mutter", false, true}}) {
        Desk desk;
        desk.happens(event::WindowSourceChanged{source, true});
        const App app = desk.app("org.example.App");
        desk.changes(app.window, [&](Window &window) { window.hidden = hidden; });
        desk.session.leases[app.unit] = {.app = app.id,
                                         .since = desk.now,
                                         .state = FreezerState::Frozen,
                                         .cause = FreezeCause::Pressure};
        desk.happens(event::EventsArrived{app.unit});
        EXPECT_EQ(desk.session.leases.at(app.unit).ended.has_value(), thawed) << source << hidden;
        EXPECT_EQ(desk.session.pointed_at.contains(app.id), thawed) << source << hidden;
    }
}

TEST(EventsArrived, ConcernNoUnitThatRuns)
{
    Desk desk;
    desk.happens(event::WindowSourceChanged{"mutter", true});
    const App app = desk.app("org.example.App");
    desk.happens(event::FreezeAsked{app.id, 0s});
    desk.happens(event::EventsArrived{app.unit}); // sent before the freeze
    EXPECT_THAT(desk.turns(), testing::Contains("freeze " + app.name));
}

TEST(EventsArrived, AreNotForAnotherAppsWindow)
{
    Desk desk;
    desk.happens(event::WindowSourceChanged{"gnome-shell", true});
    const App app = desk.app("org.example.App");
    (void)desk.app("org.example.Other"); // visible
    desk.window(app.process, app.id, WindowKind::Shell); // a notification
    desk.changes(app.window, [](Window &window) { window.hidden = true; });
    desk.session.leases[app.unit] = {.app = app.id,
                                     .since = desk.now,
                                     .state = FreezerState::Frozen,
                                     .cause = FreezeCause::Pressure};
    desk.happens(event::EventsArrived{app.unit});
    EXPECT_EQ(desk.session.leases.at(app.unit).ended, std::nullopt);
}

TEST(Ties, SixtyFourOfAUnitAreTaken)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    event::UnitTied tied{app.unit, {}};
    for (std::uint64_t other = 1000; other < 1100; ++other)
        tied.ties.push_back({UnitId{other}, TieKind::Unreadable});
    desk.happens(tied);
    EXPECT_EQ(desk.session.ties.at(app.unit).size(), 64U);
    desk.happens(event::UnitTied{app.unit,
                                 {{UnitId{1}, TieKind::SameProgram},
                                  {UnitId{1}, TieKind::Unreadable},
                                  {UnitId{2}, TieKind::Unreadable},
                                  {UnitId{2}, TieKind::SameProgram}}});
    EXPECT_EQ(desk.session.ties.at(app.unit).at(UnitId{1}), TieKind::SameProgram)
        << "one pair that is known to be kin is enough";
    EXPECT_EQ(desk.session.ties.at(app.unit).at(UnitId{2}), TieKind::SameProgram);
}

TEST(WindowGone, OfWhatHasNoUnitIsNoAppsLastOne)
{
    Desk desk;
    const WindowId window = desk.window(std::nullopt, "org.example.Nobody");
    desk.closes(window);
    EXPECT_TRUE(desk.session.windows_closed.empty());
    const App app = desk.app("org.example.App");
    const WindowId second = desk.window(app.process, app.id);
    desk.closes(second);
    EXPECT_TRUE(desk.session.windows_closed.empty()) << "it has another one";
    desk.closes(app.window);
    EXPECT_TRUE(desk.session.windows_closed.contains(app.id));
}

TEST(DutySeen, AWordOf255BytesIsKept)
{
    Desk desk;
    for (const std::size_t length : {255U, 256U}) {
        desk.happens(event::DutySeen{{.id = "d",
                                      .kind = DutyKind::Inhibitor,
                                      .process = {},
                                      .app_name = "x",
                                      .detail = std::string(length, 'x')}});
        EXPECT_EQ(desk.session.duties.at("d").detail.size(), length == 255 ? 255U : 0U);
    }
    const App app = desk.app("org.example.AMZ");
    for (const auto *called : {"ORG.EXAMPLE.amz", "amz", "AMZ", "org.example.amz.desktop"}) {
        desk.happens(event::DutySeen{{.id = "d",
                                      .kind = DutyKind::Inhibitor,
                                      .process = {},
                                      .app_name = called,
                                      .detail = {}}});
        EXPECT_EQ(desk.session.duties_of(app.id).size(), 1U) << called;
    }
    for (const auto *other : {"@mz", "am[", "am", "org.example", ".desktop"}) {
        desk.happens(event::DutySeen{{.id = "d",
                                      .kind = DutyKind::Inhibitor,
                                      .process = {},
                                      .app_name = other,
                                      .detail = {}}});
        EXPECT_TRUE(desk.session.duties_of(app.id).empty()) << other;
    }
}

} // namespace

} // namespace headroom
