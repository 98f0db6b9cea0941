// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/minimise_first.h"
#include "seen.h"

namespace headroom {

namespace {

using namespace seen;

/// The app in front is to be paused.
class MinimiseFirst : public testing::Test {
protected:
    Desk desk;
    App hog = desk.app("org.example.Hog");
    WindowId dialog = desk.window(hog.process, hog.id);
    App other = desk.app("org.kde.kate");
    const Lines minimised{"minimise the windows of " + hog.name};
    const Lines frozen{"unboost " + hog.name, "freeze " + hog.name};

    void SetUp() override
    {
        desk.changes(dialog, [](Window &window) { window.hidden = true; });
        desk.focus(hog);
        desk.turns();
    }

    void asked() { desk.happens(event::FreezeAsked{hog.id, 0s, true}); }

    /// Until it is frozen.
    void pauses()
    {
        has_hidden(false);
        desk.focus(hog);
        desk.turns();
        asked();
        ASSERT_EQ(desk.turn(), minimised);
        has_hidden(true);
        desk.focus(other);
        ASSERT_THAT(desk.turns(), testing::Contains("freeze " + hog.name));
        desk.happens(event::FreezerSettled{hog.unit, true});
    }

    void has_hidden(bool hidden)
    {
        desk.changes(hog.window, [hidden](Window &window) { window.hidden = hidden; });
    }
};

TEST_F(MinimiseFirst, WhatIsVisibleIsMinimisedOnceAndFrozenWhenAnotherAppIsInFront)
{
    asked();
    ASSERT_EQ(desk.turn(), minimised);
    EXPECT_EQ(std::get<action::Minimise>(desk.actions[0].what).windows,
              std::vector<WindowId>{hog.window});
    EXPECT_EQ(desk.actions[0].reason, "minimised org.example.Hog to pause it: you requested it");
    EXPECT_EQ(desk.turn(), Lines{}) << "it is still in front";
    has_hidden(true);
    EXPECT_EQ(desk.turn(), Lines{}) << "the focus is still reported";
    desk.focus(other);
    EXPECT_THAT(desk.turns(), testing::Contains("freeze " + hog.name));
}

TEST_F(MinimiseFirst, WithNoOtherWindowItIsNoLongerInFrontEither)
{
    for (const bool focus_first : {true, false}) {
        asked();
        ASSERT_EQ(desk.turn(), minimised);
        if (focus_first)
            desk.happens(event::FocusMoved{});
        has_hidden(true);
        if (!focus_first)
            desk.happens(event::FocusMoved{});
        EXPECT_THAT(desk.turns(), testing::Contains("freeze " + hog.name)) << focus_first;
        EXPECT_FALSE(desk.session.focused_app());
        has_hidden(false);
        desk.focus(hog);
        EXPECT_THAT(desk.turns(), testing::Contains("thaw " + hog.name)) << "a click resumes it";
        EXPECT_EQ(desk.session.focused_app(), hog.id);
    }
}

TEST_F(MinimiseFirst, AfterTenSecondsItIsTooLate)
{
    asked();
    const TimePoint since = desk.now;
    ASSERT_EQ(desk.turn(), minimised);
    EXPECT_EQ(desk.again_at, since + 10s);
    desk.passes(10s);
    EXPECT_EQ(desk.turns(), Lines{});
    has_hidden(true);
    desk.focus(other);
    EXPECT_THAT(desk.turns(), testing::Not(testing::Contains("freeze " + hog.name)));
}

/// Otherwise it would stay frozen for four hours, whatever the user has chosen.
TEST_F(MinimiseFirst, ThenAFreezeUnderPressureIsNoneByRequest)
{
    asked();
    desk.turns();
    desk.passes(10s);
    has_hidden(true);
    desk.focus(other);
    desk.turns();
    desk.session.note({action::Freeze{.cause = FreezeCause::Pressure}, hog.unit, hog.name, hog.id,
                       say("why something was done", "you requested it")},
                      desk.now);
    desk.config.rules[hog.id] = AppRule::Never;
    EXPECT_THAT(desk.turns(), testing::Contains("thaw " + hog.name));
}

TEST_F(MinimiseFirst, WhatWasFrozenInTimeStaysFrozen)
{
    asked();
    desk.turns();
    has_hidden(true);
    desk.focus(other);
    desk.turns();
    desk.happens(event::FreezerSettled{hog.unit, true});
    desk.passes(10s);
    EXPECT_THAT(desk.turns(), testing::Not(testing::Contains("thaw " + hog.name)));
}

/// It was activated just before. KWin pings it then, and reports 2.5 s later that it has not
/// answered.
TEST_F(MinimiseFirst, AnEarlierPingIsAnsweredAndThenItIsFrozenAgain)
{
    pauses();
    desk.passes(2500ms);
    desk.happens(event::WindowAwaited{hog.window});
    const TimePoint since = desk.now;
    ASSERT_THAT(desk.turns(), testing::Contains("thaw " + hog.name));
    EXPECT_EQ(desk.again_at, since + 2s);
    EXPECT_TRUE(desk.session.requests.contains(hog.id));
    desk.passes(1999ms);
    EXPECT_EQ(desk.turns(), Lines{});
    desk.passes(1ms);
    EXPECT_EQ(desk.turns(), Lines{"freeze " + hog.name});
}

/// An app that has taken all memory answers no ping in time.
TEST_F(MinimiseFirst, WhileItRunsAPingEndsNothing)
{
    asked();
    desk.turns();
    desk.happens(event::WindowAwaited{hog.window});
    has_hidden(true);
    desk.focus(other);
    EXPECT_THAT(desk.turns(), testing::Contains("freeze " + hog.name));
}

TEST_F(MinimiseFirst, OtherAppsMayHaveBeenFrozenForLonger)
{
    const App third = desk.app("org.kde.dolphin");
    desk.happens(event::FreezeAsked{third.id, 0s});
    ASSERT_THAT(desk.turns(), testing::Contains("freeze " + third.name));
    desk.happens(event::FreezerSettled{third.unit, true});
    desk.passes(3s);
    pauses();
    desk.happens(event::WindowAwaited{hog.window});
    desk.turns();
    EXPECT_TRUE(desk.session.requests.contains(hog.id));
}

TEST_F(MinimiseFirst, AChangeOfItsWindowsLeavesTheAppInFront)
{
    pauses();
    has_hidden(true);
    EXPECT_EQ(desk.session.focused_app(), other.id);
}

TEST_F(MinimiseFirst, ALaterPingOrASecondOneEndsIt)
{
    pauses();
    desk.passes(2999ms);
    desk.happens(event::WindowAwaited{hog.window});
    desk.turns();
    desk.passes(2s);
    ASSERT_EQ(desk.turns(), Lines{"freeze " + hog.name});
    desk.happens(event::WindowAwaited{hog.window});
    ASSERT_EQ(desk.turns(), Lines{"thaw " + hog.name}) << "somebody tries to close it";
    desk.passes(2s);
    EXPECT_EQ(desk.turns(), Lines{});
    EXPECT_FALSE(desk.session.requests.contains(hog.id));

    pauses();
    desk.passes(3s);
    desk.happens(event::WindowAwaited{hog.window});
    ASSERT_THAT(desk.turns(), testing::Contains("thaw " + hog.name)) << "no ping is that late";
    desk.passes(2s);
    EXPECT_EQ(desk.turns(), Lines{});
}

TEST_F(MinimiseFirst, WhileItAnswersTheUserMayReturnToIt)
{
    pauses();
    desk.happens(event::WindowAwaited{hog.window});
    desk.turns();
    ASSERT_TRUE(desk.session.requests.contains(hog.id));
    desk.happens(event::ThawAsked{hog.id});
    desk.passes(2s);
    EXPECT_THAT(desk.turns(), testing::Not(testing::Contains("freeze " + hog.name)));
    EXPECT_FALSE(desk.session.requests.contains(hog.id));
}

/// Ten seconds after the request it is too late only for an app that was never frozen.
TEST_F(MinimiseFirst, AnAnswerMayComeAfterTenSeconds)
{
    asked();
    desk.turns();
    has_hidden(true);
    desk.passes(9s);
    desk.focus(other);
    ASSERT_THAT(desk.turns(), testing::Contains("freeze " + hog.name));
    desk.happens(event::WindowAwaited{hog.window});
    desk.turns();
    desk.passes(2s);
    EXPECT_THAT(desk.turns(), testing::Contains("freeze " + hog.name));
}

/// It was minimised, and pressure came before the request.
TEST_F(MinimiseFirst, AFreezeThatPressureHasBegunEndsWithAnyPing)
{
    pauses();
    desk.session.leases.at(hog.unit).cause = FreezeCause::Pressure;
    desk.happens(event::WindowAwaited{hog.window});
    ASSERT_THAT(desk.turns(), testing::Contains("thaw " + hog.name));
    desk.passes(2s);
    EXPECT_THAT(desk.turns(), testing::Not(testing::Contains("freeze " + hog.name)));
    EXPECT_FALSE(desk.session.requests.contains(hog.id));
}

TEST_F(MinimiseFirst, AnAppThatWasBehindHadNoPing)
{
    desk.focus(other);
    desk.turns();
    desk.happens(event::FreezeAsked{hog.id, 0s});
    ASSERT_THAT(desk.turns(), testing::Contains("freeze " + hog.name));
    desk.happens(event::WindowAwaited{hog.window});
    ASSERT_THAT(desk.turns(), testing::Contains("thaw " + hog.name));
    desk.passes(2s);
    EXPECT_THAT(desk.turns(), testing::Not(testing::Contains("freeze " + hog.name)));
}

TEST_F(MinimiseFirst, ARefusalEndsTheRequest)
{
    asked();
    ASSERT_EQ(desk.turn(), minimised);
    desk.happens(event::ActRefused{hog.unit, {}, Act::Minimise, "KWin is gone"});
    has_hidden(true);
    desk.focus(other);
    EXPECT_THAT(desk.turns(), testing::Not(testing::Contains("freeze " + hog.name)));
}

TEST_F(MinimiseFirst, TheUserMayChangeTheirMind)
{
    asked();
    ASSERT_EQ(desk.turn(), minimised);
    has_hidden(true);
    desk.happens(event::ThawAsked{hog.id});
    desk.focus(other);
    EXPECT_THAT(desk.turns(), testing::Not(testing::Contains("freeze " + hog.name)));
}

TEST_F(MinimiseFirst, OnlyOnRequest)
{
    desk.happens(event::FreezeAsked{hog.id, 0s});
    EXPECT_EQ(desk.turns(), Lines{});
    has_hidden(true);
    desk.happens(event::FocusMoved{});
    EXPECT_EQ(desk.session.focused_app(), hog.id) << "the user may come back to it at once";
}

/// It may be in use in a window that isn't reported.
TEST_F(MinimiseFirst, WhereVisibilityIsUnknownItIsInFrontUntilAnotherAppIs)
{
    desk.happens(event::WindowSourceChanged{"labwc", false});
    const WindowId window = desk.window(hog.process, hog.id);
    desk.happens(event::FocusMoved{window});
    desk.changes(window, [](Window &seen) { seen.hidden = true; });
    desk.happens(event::FocusMoved{});
    asked();
    EXPECT_EQ(desk.session.focused_app(), hog.id);
}

TEST_F(MinimiseFirst, WhatIsMinimisedAlreadyIsFrozenAtOnce)
{
    has_hidden(true);
    desk.happens(event::FocusMoved{});
    ASSERT_EQ(desk.session.focused_app(), hog.id);
    for (const char *source : {"kwin", "x11"}) {
        desk.session.window_source = source;
        EXPECT_TRUE(minimises_on_request(desk.session, hog.id)) << "no window would vanish";
        EXPECT_FALSE(why_request_refused(desk.session, hog.id)) << source;
    }
    asked();
    const Lines done = desk.turns();
    EXPECT_THAT(done, testing::Contains("freeze " + hog.name));
    EXPECT_THAT(done, testing::Not(testing::Contains(minimised.front())));
    has_hidden(false);
    desk.focus(hog);
    EXPECT_THAT(desk.turns(), testing::Contains("thaw " + hog.name)) << "a click resumes it";
}

TEST_F(MinimiseFirst, WhatTheUserMinimisesAtThatMomentNeedsNoHelp)
{
    asked();
    has_hidden(true);
    EXPECT_EQ(desk.turns(), Lines{}) << "the focus is still reported";
    desk.happens(event::FocusMoved{});
    const Lines done = desk.turns();
    EXPECT_THAT(done, testing::Contains("freeze " + hog.name));
    EXPECT_THAT(done, testing::Not(testing::Contains(minimised.front())));
}

/// The user has requested it, and a frozen popup harms nobody.
TEST_F(MinimiseFirst, APopupOfItIsNotWaitedFor)
{
    desk.window(hog.process, hog.id, WindowKind::Shell);
    has_hidden(true);
    desk.happens(event::FocusMoved{});
    asked();
    EXPECT_THAT(desk.turns(), testing::Contains("freeze " + hog.name));
}

TEST_F(MinimiseFirst, APopupWithTheFocusIsInUse)
{
    has_hidden(true);
    desk.happens(event::FocusMoved{desk.window(hog.process, hog.id, WindowKind::Shell)});
    EXPECT_EQ(desk.session.focused_app(), hog.id);
    desk.session.window_source = "x11"; // which minimises nothing
    EXPECT_FALSE(minimises_on_request(desk.session, hog.id));
    EXPECT_TRUE(why_request_refused(desk.session, hog.id));
}

TEST_F(MinimiseFirst, OtherCompositorsAreNotAsked)
{
    for (const auto &[source, can] : {std::pair{"kwin", true},
                                      {"gnome-shell", true},
                                      {"x11", false},
                                      {"sway", false},
                                      {"mutter", false}}) {
        desk.session.window_source = source;
        EXPECT_EQ(can_minimise_first(desk.session, hog.id), can) << source;
    }
}

TEST_F(MinimiseFirst, WhatMayNotBeFrozenIsNotMinimised)
{
    desk.happens(event::StreamSeen{{.id = 1,
                                    .process = hog.process,
                                    .app_hint = {},
                                    .kind = StreamKind::Playback,
                                    .running = true}});
    EXPECT_FALSE(can_minimise_first(desk.session, hog.id));
    EXPECT_FALSE(can_minimise_first(desk.session, other.id)) << "it is not in front";
    asked();
    EXPECT_EQ(desk.turns(), Lines{});
}

TEST_F(MinimiseFirst, OnlyWhatIsShownAsTheCauseOfAShortage)
{
    EXPECT_FALSE(minimises_on_request(desk.session, hog.id));
    EXPECT_TRUE(why_request_refused(desk.session, hog.id)) << "it is in front";
    desk.session.notice = Notice{.app = other.id};
    EXPECT_FALSE(minimises_on_request(desk.session, hog.id));
    desk.session.notice->app = hog.id;
    EXPECT_TRUE(minimises_on_request(desk.session, hog.id)) << "its button is shown";
    EXPECT_FALSE(why_request_refused(desk.session, hog.id));
    desk.session.notice.reset();
    desk.session.culprit = {.app = hog.id, .sentence = {}, .resource = Resource::Memory};
    EXPECT_FALSE(minimises_on_request(desk.session, hog.id)) << "nothing is short";
    desk.session.level = Level::High;
    EXPECT_TRUE(minimises_on_request(desk.session, hog.id));
    desk.session.culprit->app = other.id;
    EXPECT_FALSE(minimises_on_request(desk.session, hog.id));
    EXPECT_FALSE(minimises_on_request(desk.session, other.id)) << "it is not in front";
}

} // namespace

} // namespace headroom
