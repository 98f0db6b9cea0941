// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/screen_reader_waits.h"

#include "policy/explain.h"
#include "pressed.h"

// A screen reader asks all apps what they show. A frozen one would keep its user waiting.
namespace headroom {

namespace {

using namespace seen;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char *reason =
    "a screen reader is running, and would have to wait for org.example.Hog";

class ScreenReaderWaits : public HiddenHog {
protected:
    ScreenReaderWaits() : HiddenHog("org.example.Hog") {}

    void runs(bool does) { desk.happens(event::ScreenReaderSeen{does}); }
    WindowId has_a_hidden_window()
    {
        WindowId window = desk.window(hog.process, hog.id);
        desk.changes(window, [](Window &each) { each.hidden = true; });
        return window;
    }
    [[nodiscard]] std::optional<std::string> waits() const
    {
        return in_english(screen_reader_waits(desk.session, hog.id));
    }
};

TEST_F(ScreenReaderWaits, NothingWithAWindowIsFrozen)
{
    has_a_hidden_window();
    runs(true);
    EXPECT_THAT(desk.acts_in(1s), Not(Contains(StartsWith("freeze"))));
    EXPECT_EQ(why(), reason);
    EXPECT_THAT(in_english(explain(desk.session, desk.config, hog.id, desk.now)),
                Contains(HasSubstr(reason)));
    runs(false);
    EXPECT_EQ(why(), std::nullopt);
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
}

TEST_F(ScreenReaderWaits, WhatIsFrozenGoesOnAtOnce)
{
    has_a_hidden_window();
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
    runs(true);
    EXPECT_EQ(desk.turn().front(), "thaw " + hog.name);
    EXPECT_THAT(desk.acts_in(2s), Not(Contains(StartsWith("freeze"))));
}

TEST_F(ScreenReaderWaits, NothingIsShownByWhatNeverHadAWindow)
{
    runs(true);
    EXPECT_EQ(waits(), std::nullopt);
    EXPECT_THAT(desk.acts_in(1s), Contains("freeze " + hog.name));
}

TEST_F(ScreenReaderWaits, AToolkitAnswersUntilItsProgramEnds)
{
    runs(true);
    const WindowId window = has_a_hidden_window();
    EXPECT_EQ(waits(), reason);
    desk.closes(window);
    EXPECT_EQ(waits(), reason) << "it has closed its last window";
}

TEST_F(ScreenReaderWaits, APopUpIsReadToo)
{
    runs(true);
    desk.window(hog.process, hog.id, WindowKind::Shell);
    EXPECT_EQ(waits(), reason);
}

TEST_F(ScreenReaderWaits, AnAppOfTheMenuMayHaveAWindow)
{
    runs(true);
    desk.happens(event::AppDescribed{.app = hog.id,
                                     .name = hog.id,
                                     .terminal = false,
                                     .never_frozen = {},
                                     .shows_windows = true});
    EXPECT_EQ(waits(), reason);
}

TEST_F(ScreenReaderWaits, Invariant7WhereNotAllWindowsAreKnownAnyAppMayHaveOne)
{
    runs(true);
    desk.happens(event::WindowSourceChanged{"mutter", false});
    EXPECT_EQ(waits(), reason);
}

TEST_F(ScreenReaderWaits, ItIsNoReasonNotToNap)
{
    has_a_hidden_window();
    runs(true);
    EXPECT_THAT(desk.acts_in(1s), Contains("nap " + hog.name));
}

TEST_F(ScreenReaderWaits, TheUserOutranksIt)
{
    desk.load = {};
    has_a_hidden_window();
    runs(true);
    desk.happens(event::FreezeAsked{hog.id, 0s});
    EXPECT_THAT(desk.turns(), Contains("freeze " + hog.name));
    EXPECT_THAT(desk.acts_in(2s), Not(Contains(StartsWith("thaw"))));
}

} // namespace

} // namespace headroom
