// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "pressed.h"

// How a session handles a failed act, and what it answers about apps.
namespace headroom {

namespace {

using namespace seen;

/// An app with everything in force that an act can bring about.
struct InForce {
    Desk desk;
    App app = desk.app("org.example.App");

    InForce()
    {
        desk.session.weights[app.unit] = {.app = app.id, .weights = {.cpu = 500, .io = 500}};
        desk.session.leases[app.unit] = {.app = app.id, .since = desk.now, .reclaiming = desk.now};
        desk.session.rejoining.insert(app.unit);
    }

    void refused(Act action)
    {
        desk.happens(event::ActRefused{app.unit, {}, action, "it can't be done"});
    }
    [[nodiscard]] std::optional<std::string> said(Act action) const
    {
        return in_english(desk.session.refusal(app.unit, action));
    }
};

TEST(RefusedAct, IsNoLongerInForceAndNothingElseIsTouched)
{
    struct Row {
        Act action;
        bool weights, lease, rejoining; ///< still in force
    };
    for (const auto &[action, weights, lease, rejoining] :
         {Row{Act::Boost, false, true, true}, Row{Act::Nap, false, true, true},
          Row{Act::Freeze, true, false, true}, Row{Act::Rejoin, true, true, false},
          Row{Act::Close, true, true, true}}) {
        InForce at;
        at.refused(action);
        const Session &session = at.desk.session;
        EXPECT_EQ(session.weights.contains(at.app.unit), weights) << name_of(action);
        EXPECT_EQ(session.leases.contains(at.app.unit), lease) << name_of(action);
        EXPECT_EQ(session.rejoining.contains(at.app.unit), rejoining) << name_of(action);
        EXPECT_EQ(at.said(action), "it can't be done");
        EXPECT_EQ(at.said(Act::Adopt), std::nullopt) << "another act may work";
    }
}

TEST(RefusedAct, ASliceOfWhatIsFrozenWasTheLast)
{
    InForce at;
    at.refused(Act::Reclaim);
    const Lease &lease = at.desk.session.leases.at(at.app.unit);
    EXPECT_TRUE(lease.reclaimed_dry);
    EXPECT_EQ(lease.reclaiming, std::nullopt);
    EXPECT_EQ(at.said(Act::Reclaim), std::nullopt) << "after the thaw it may work";
}

TEST(RefusedAct, ASliceInTheBackgroundIsNoLongerUnderWay)
{
    InForce at;
    at.desk.session.leases.clear();
    at.desk.session.reclaiming[at.app.unit].under_way = true;
    at.refused(Act::Reclaim);
    EXPECT_FALSE(at.desk.session.reclaiming.at(at.app.unit).under_way);
    EXPECT_EQ(at.said(Act::Reclaim), "it can't be done");
    at.desk.session.reclaiming.clear();
    at.refused(Act::Reclaim);
    EXPECT_TRUE(at.desk.session.reclaiming.empty()) << "none was begun";
}

TEST(RefusedAct, OfAUnitThatIsGoneIsNothing)
{
    Desk desk;
    desk.happens(event::ActRefused{UnitId{999}, {}, Act::Freeze, "it is gone"});
    EXPECT_EQ(desk.session.refusal(UnitId{999}, Act::Freeze), std::nullopt);
}

TEST(RefusedAct, OfWeightsAndProtectionIsTriedAgainWhenTheFocusComesBack)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    desk.focus(app);
    for (const Act act : {Act::Boost, Act::Protect, Act::Freeze, Act::Reclaim})
        desk.happens(event::ActRefused{app.unit, {}, act, "it can't be done"});
    desk.focus(desk.app("org.example.Other"));
    for (const auto &[act, stands] : {std::pair{Act::Boost, false},
                                      {Act::Protect, false},
                                      {Act::Freeze, true},
                                      {Act::Reclaim, true}})
        EXPECT_EQ(desk.session.refusal(app.unit, act).has_value(), stands) << name_of(act);
}

/// systemd was pushed out of memory, and did not answer in time.
TEST(RefusedAct, OfANapOrOfASliceIsTriedAgainInTheNextShortage)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    const UnitId slice = desk.unit("session.slice");
    for (const Act act : {Act::Nap, Act::Boost, Act::Freeze})
        desk.happens(event::ActRefused{app.unit, {}, act, "it can't be done"});
    desk.happens(event::ActRefused{slice, {}, Act::Boost, "it can't be done"});
    for (const Level level : {Level::High, Level::Calm}) {
        Action change;
        change.what = action::ChangeLevel{level, {}};
        desk.session.note(change, desk.now);
        EXPECT_EQ(desk.session.refusal(app.unit, Act::Nap).has_value(), level != Level::Calm);
        EXPECT_EQ(desk.session.refusal(slice, Act::Boost).has_value(), level != Level::Calm);
    }
    EXPECT_TRUE(desk.session.refusal(app.unit, Act::Boost)) << "until the focus comes back";
    EXPECT_TRUE(desk.session.refusal(app.unit, Act::Freeze));
}

TEST(CapabilityFound, TheListHasChangedAndNothingElseChangesIt)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    desk.changed = {};
    desk.focus(app);
    EXPECT_FALSE(desk.changed.capabilities);
    desk.cannot(Capability::IoWeight);
    EXPECT_TRUE(desk.changed.capabilities);
    desk.closes(app.window);
    EXPECT_TRUE(desk.changed.capabilities) << "of all changes together";
}

TEST(CapabilityFound, AllAppsAreToldOfWhenItIsKnownWhoIsHeard)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    desk.changed = {};
    desk.can(Capability::Audio);
    EXPECT_TRUE(desk.changed.apps.empty()) << "it was known before";
    desk.cannot(Capability::IoWeight);
    EXPECT_TRUE(desk.changed.apps.empty()) << "that doesn't affect streams";
    desk.cannot(Capability::Audio);
    EXPECT_TRUE(desk.changed.apps.contains(app.id));
}

TEST(Session, KnowsTheCompositorsUnitIfItKnowsItsProcess)
{
    Desk desk;
    EXPECT_EQ(desk.session.compositor_unit(), std::nullopt);
    desk.happens(event::CompositorSeen{{4711, 1}});
    EXPECT_EQ(desk.session.compositor_unit(), std::nullopt) << "it isn't known where that runs";
    const UnitId unit = desk.unit("session.slice/plasma-kwin_wayland.service");
    const ProcessId process = desk.process(unit, "kwin_wayland");
    desk.happens(event::CompositorSeen{process});
    EXPECT_EQ(desk.session.compositor_unit(), unit);
    desk.happens(event::UnitGone{unit});
    EXPECT_EQ(desk.session.compositor_unit(), std::nullopt);
}

TEST(Session, AnIdOfAPartIsTheWholeAppsId)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    desk.session.units.at(app.unit).own_app = "part";
    EXPECT_EQ(desk.session.app_called(app.id), app.id);
    EXPECT_EQ(desk.session.app_called("part"), app.id);
    EXPECT_EQ(desk.session.app_called("nobody"), "nobody");
    EXPECT_EQ(desk.session.app_called(""), "");
}

TEST(WindowSource, TheSameOneAgainHasForgottenNothing)
{
    Desk desk;
    const App app = desk.app("org.example.App");
    desk.happens(event::WindowSourceChanged{"kwin", true});
    EXPECT_TRUE(desk.session.has_windows(app.id));
    desk.happens(event::WindowSourceChanged{"gnome-shell", true});
    EXPECT_FALSE(desk.session.has_windows(app.id)) << "the new source reports everything anew";
    EXPECT_FALSE(desk.session.windows_closed.contains(app.id)) << "nor was one seen to close";
}

// How long something in the past exempts an app from pressure.

class ExemptFor : public HiddenHog {
protected:
    ExemptFor() : HiddenHog("org.example.Hog") { desk.goes_on(2s); }

    [[nodiscard]] std::optional<std::string> at(Level level, Duration later) const
    {
        return in_english(
            why_not_frozen(desk.session, desk.config, hog.unit, level, desk.now + later));
    }
};

TEST_F(ExemptFor, HalfAMinuteAfterOthersWaitedForIt)
{
    const auto before = why();
    desk.session.needed[hog.id] = desk.now - 30s + 1us;
    EXPECT_EQ(why(), "org.example.Hog had to respond a moment ago");
    desk.session.needed[hog.id] = desk.now - 30s;
    EXPECT_EQ(why(), before);
}

TEST_F(ExemptFor, FiveSecondsAfterThePointerHasThawedIt)
{
    const auto before = why();
    desk.session.pointed_at[hog.id] = desk.now - 5s + 1us;
    EXPECT_EQ(why(), "org.example.Hog had to respond a moment ago");
    EXPECT_EQ(at(Level::Critical, 0s), "org.example.Hog had to respond a moment ago");
    desk.session.pointed_at[hog.id] = desk.now - 5s;
    EXPECT_EQ(why(), before);
}

TEST_F(ExemptFor, TenMinutesAfterTheUserHasThawedIt)
{
    const auto before = why();
    desk.session.thawed_by_user[hog.id] = desk.now - 10min + 1us;
    EXPECT_EQ(why(), "you resumed org.example.Hog a while ago");
    desk.session.thawed_by_user[hog.id] = desk.now - 10min;
    EXPECT_EQ(why(), before);
}

TEST_F(ExemptFor, TenMinutesAfterItDidNotStopInTimeOrTenSecondsIfItIsCritical)
{
    const auto otherwise = [&](Level level) {
        desk.session.never_settled.clear();
        return at(level, 0s);
    };
    const auto after = [&](Level level, Duration ago) {
        desk.session.never_settled[hog.unit] = desk.now - ago;
        return at(level, 0s);
    };
    const std::string too_slow = "an earlier attempt to pause it took too long";
    EXPECT_EQ(after(Level::Critical, 10s - 1us), too_slow);
    EXPECT_EQ(after(Level::Critical, 10s), otherwise(Level::Critical));
    EXPECT_EQ(after(Level::High, 10min - 1us), too_slow);
    EXPECT_EQ(after(Level::High, 10min), otherwise(Level::High));
}

TEST_F(ExemptFor, AnAppThatHasEndedIsNotThereToBeFrozen)
{
    const auto why_gone = [&] {
        return in_english(
            why_not_frozen(desk.session, desk.config, AppId{"gone"}, Level::Critical, desk.now));
    };
    EXPECT_EQ(why_gone(), "gone has no unit of its own");
    desk.config.response = Response::Warn;
    EXPECT_EQ(why_gone(), "gone has no unit of its own") << "whatever the user has chosen";
}

} // namespace

} // namespace headroom
