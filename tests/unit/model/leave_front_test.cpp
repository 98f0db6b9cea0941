// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/leave_front.h"
#include "seen.h"

// The user leaves the app in front, and turns to no other app.
namespace headroom {

namespace {

using namespace seen;

class LeaveFront : public testing::Test {
protected:
    Desk desk;
    App kate = desk.app("org.kde.kate");
    App other = desk.app("org.kde.dolphin");
    const Lines unboosted{"unboost " + kate.name};

    void SetUp() override
    {
        desk.focus(kate);
        desk.turns();
        desk.passes(1min);
    }

    void hide(const WindowId &id, bool hidden = true)
    {
        desk.changes(id, [hidden](Window &window) { window.hidden = hidden; });
    }

    /// The desktop has the focus then, which is no window here.
    void minimise()
    {
        hide(kate.window);
        desk.happens(event::FocusMoved{});
    }

    void is_still_in_front()
    {
        desk.passes(1h);
        EXPECT_EQ(desk.turns(), Lines{});
        EXPECT_EQ(desk.session.focused_app(), kate.id);
        EXPECT_EQ(desk.again_at, std::nullopt) << "nothing is waited for";
    }

    [[nodiscard]] std::optional<std::string> why_not(const App &app, Level level) const
    {
        return in_english(why_not_frozen(desk.session, desk.config, app.unit, level, desk.now));
    }
};

TEST_F(LeaveFront, AfterTenSecondsNoneIsInFront)
{
    minimise();
    const TimePoint since = desk.now;
    EXPECT_EQ(desk.turns(), Lines{});
    EXPECT_EQ(desk.again_at, since + 10s);
    desk.passes(10s - 1us);
    EXPECT_EQ(desk.turns(), Lines{});
    EXPECT_EQ(desk.session.focused_app(), kate.id) << "the user may be back in a moment";
    EXPECT_EQ(why_not(kate, Level::High), "org.kde.kate is the active app, which is never paused");
    desk.changed = {};
    desk.passes(1us);
    EXPECT_EQ(desk.turns(), unboosted);
    EXPECT_EQ(desk.session.focused_app(), std::nullopt);
    EXPECT_EQ(desk.session.focused_unit(), std::nullopt);
    EXPECT_TRUE(desk.changed.apps.contains(kate.id));
    EXPECT_EQ(desk.session.unfocused.at(kate.unit), since);
    EXPECT_EQ(why_not(kate, Level::High), std::nullopt) << "it has not been used for ten seconds";
    EXPECT_EQ(desk.again_at, std::nullopt);
}

TEST_F(LeaveFront, TheTimeIsWhatTheUserHasSet)
{
    desk.config.freezing.unfocused_for = 3s;
    minimise();
    desk.passes(2s);
    EXPECT_EQ(desk.turns(), Lines{});
    desk.passes(1s);
    EXPECT_EQ(desk.turns(), unboosted);
}

TEST_F(LeaveFront, AShortAbsenceIsNone)
{
    for (int i = 0; i < 3; ++i) {
        minimise();
        desk.passes(9s);
        EXPECT_EQ(desk.turns(), Lines{});
        hide(kate.window, false);
        desk.focus(kate);
        desk.passes(9s);
        EXPECT_EQ(desk.turns(), Lines{});
    }
    is_still_in_front();
}

TEST_F(LeaveFront, WhenTheUserIsBackItIsInFrontAgain)
{
    minimise();
    desk.passes(10s);
    desk.turns();
    hide(kate.window, false);
    EXPECT_EQ(desk.session.focused_app(), std::nullopt) << "it is merely visible";
    desk.focus(kate);
    EXPECT_EQ(desk.turns(), Lines{"boost " + kate.name});
    EXPECT_EQ(desk.session.focused_app(), kate.id);
    EXPECT_FALSE(desk.session.unfocused.contains(kate.unit));
    is_still_in_front();
}

TEST_F(LeaveFront, AClickOnItThawsIt)
{
    minimise();
    desk.passes(10s);
    desk.turns();
    desk.happens(event::FreezeAsked{kate.id, 0s});
    ASSERT_EQ(desk.turns(), Lines{"freeze " + kate.name});
    desk.happens(event::FreezerSettled{kate.unit, true});
    desk.focus(kate);
    EXPECT_THAT(desk.turns(), testing::Contains("thaw " + kate.name));
}

TEST_F(LeaveFront, AnotherWindowOfItComesToTheFront)
{
    minimise();
    desk.passes(10s);
    desk.turns();
    desk.happens(event::FocusMoved{desk.window(kate.process, kate.id)});
    EXPECT_EQ(desk.turns(), Lines{"boost " + kate.name});
}

/// KRunner and the menu take the focus for a moment; a lock screen hides no window from KWin.
TEST_F(LeaveFront, WhatIsVisibleIsNotLeft)
{
    const WindowId popup = desk.window(std::nullopt, "", WindowKind::Shell);
    desk.happens(event::FocusMoved{popup});
    is_still_in_front();
    desk.happens(event::FocusMoved{});
    is_still_in_front();
}

TEST_F(LeaveFront, APopupOnAnEmptyDesktopIsNoReturn)
{
    minimise();
    desk.passes(5s);
    desk.happens(event::FocusMoved{desk.window(std::nullopt, "", WindowKind::Shell)});
    desk.passes(5s);
    EXPECT_EQ(desk.turns(), unboosted);
}

TEST_F(LeaveFront, WhatHasTheFocusIsNotLeft)
{
    hide(kate.window);
    is_still_in_front();
}

TEST_F(LeaveFront, APopupOfItWithTheFocusIsInUseThoughItIsHidden)
{
    const WindowId popup = desk.window(kate.process, kate.id, WindowKind::Shell);
    hide(kate.window);
    hide(popup);
    desk.happens(event::FocusMoved{popup});
    is_still_in_front();
}

TEST_F(LeaveFront, NothingOfItMayBeVisible)
{
    for (const WindowKind kind : {WindowKind::Normal, WindowKind::Shell}) {
        const WindowId second = desk.window(kate.process, kate.id, kind);
        minimise();
        is_still_in_front();
        hide(second);
        desk.passes(9s);
        EXPECT_EQ(desk.turns(), Lines{}) << "the time begins when the last one is hidden";
        hide(kate.window, false);
        desk.focus(kate);
        desk.turns();
    }
}

TEST_F(LeaveFront, WhileTheScreenIsRecordedNothingIsKnownToBeHidden)
{
    const Stream recording{.id = 1,
                           .process = std::nullopt,
                           .app_hint = {},
                           .kind = StreamKind::Screencast,
                           .running = true};
    desk.happens(event::StreamSeen{recording});
    minimise();
    is_still_in_front();
    desk.happens(event::StreamGone{recording.id});
    EXPECT_EQ(desk.turns(), unboosted);
}

/// labwc reports minimised windows as hidden, but not those on other desktops.
TEST_F(LeaveFront, WhereVisibilityIsUnknownItStaysInFront)
{
    desk.happens(event::WindowSourceChanged{"labwc", false});
    const WindowId window = desk.window(kate.process, kate.id);
    desk.happens(event::FocusMoved{window});
    hide(window);
    desk.happens(event::FocusMoved{});
    desk.turns();
    desk.passes(1h);
    desk.turns();
    EXPECT_EQ(desk.session.focused_app(), kate.id);
}

TEST_F(LeaveFront, WhereVisibilityIsNoLongerKnownItIsInFrontAgain)
{
    minimise();
    desk.passes(10s);
    desk.turns();
    desk.happens(event::WindowSourceChanged{"kwin", true});
    EXPECT_EQ(desk.session.focused_app(), std::nullopt) << "it is known as before";
    desk.happens(event::WindowSourceChanged{"kwin", false});
    EXPECT_EQ(desk.session.focused_app(), kate.id);
}

TEST_F(LeaveFront, WhatIsInSightIsNotLeft)
{
    EXPECT_THAT(desk.session.leave_front().apps, testing::IsEmpty());
    EXPECT_EQ(desk.session.focused_app(), kate.id);
}

TEST_F(LeaveFront, AWindowOfNoAppIsNoAppsReturn)
{
    desk.happens(event::FocusMoved{desk.window(std::nullopt, "", WindowKind::Shell)});
    EXPECT_FALSE(desk.session.has_reported_focus(kate.id));
    EXPECT_FALSE(desk.session.has_reported_focus("")) << "nor that of another one without an app";
}

TEST_F(LeaveFront, ThatNoneIsInFrontIsKnown)
{
    const auto since = desk.session.front_known;
    ASSERT_TRUE(since);
    minimise();
    desk.passes(10s);
    desk.turns();
    EXPECT_EQ(desk.session.front_known, since);
    EXPECT_EQ(why_not(other, Level::Critical), std::nullopt);
}

/// It may be any app's.
TEST_F(LeaveFront, AWindowThatIsInNoUnitMayBeInFrontThen)
{
    minimise();
    desk.passes(10s);
    desk.turns();
    desk.happens(event::FocusMoved{desk.window(std::nullopt, "wine")});
    EXPECT_EQ(desk.session.front_known, std::nullopt);
}

TEST_F(LeaveFront, ItIsBackWithTheFocusOnAnyWindowOfIt)
{
    minimise();
    desk.passes(10s);
    EXPECT_EQ(desk.turns(), unboosted);
    desk.happens(event::FocusMoved{desk.window(kate.process, kate.id, WindowKind::Shell)});
    EXPECT_EQ(desk.turns(), Lines{"boost " + kate.name});
    EXPECT_EQ(desk.session.focused_app(), kate.id);
}

/// The loop notes that it was left, and then decides.
TEST_F(LeaveFront, ThatMomentIsNotWaitedForOnceItHasCome)
{
    minimise();
    desk.passes(10s);
    EXPECT_NE(decide(desk.session, desk.config, desk.now).again_at, desk.now);
}

} // namespace

} // namespace headroom
