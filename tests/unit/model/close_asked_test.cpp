// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

namespace headroom {

namespace {

using namespace seen;
using testing::ElementsAre;

std::vector<WindowId> windows_to_close(const Action &action)
{
    return std::get<action::Close>(action.what).windows;
}

TEST(CloseAsked, ItsWindowsAreClosedSinceAProgramThatIsToldToEndSavesNothing)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const WindowId hidden = desk.window(kate.process);
    desk.changes(hidden, [](Window &window) { window.hidden = true; });
    desk.window(kate.process, {}, WindowKind::Shell);
    desk.app("firefox");
    desk.happens(event::CloseAsked{kate.id});
    ASSERT_EQ(desk.turn(), Lines{"close the windows of " + kate.name});
    EXPECT_THAT(windows_to_close(desk.actions[0]), ElementsAre(kate.window, hidden)) << "a popup closes with its window";
    EXPECT_EQ(desk.actions[0].reason, "asked org.kde.kate to close its windows: you wanted it");
    EXPECT_EQ(desk.turn(), Lines{}) << "once";
}

TEST(CloseAsked, WithoutAWindowItsProcessesAreAsked)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.closes(kate.window);
    desk.turns();
    desk.happens(event::CloseAsked{kate.id});
    ASSERT_EQ(desk.turn(), Lines{"end " + kate.name});
    EXPECT_EQ(desk.actions[0].reason, "asked org.kde.kate to quit: you wanted it");
}

TEST(CloseAsked, EachUnitInItsOwnWay)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.unit("app.slice/app-org.kde.kate-second.scope");
    desk.happens(event::CloseAsked{kate.id});
    EXPECT_THAT(desk.turns(), testing::UnorderedElementsAre("close the windows of " + kate.name, "end app-org.kde.kate-second.scope"));
}

TEST(CloseAsked, AWindowOfAProcessThatNobodyKnowsIsTheAppsAllTheSame)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    desk.closes(kate.window);
    const WindowId unknown = desk.window(std::nullopt, kate.id);
    desk.turns();
    desk.happens(event::CloseAsked{kate.id});
    ASSERT_EQ(desk.turn(), Lines{"close the windows of " + kate.name});
    EXPECT_THAT(windows_to_close(desk.actions[0]), ElementsAre(unknown));
}

TEST(CloseAsked, WhatHoldsMoreThanTheAppIsLeftAlone)
{
    Desk desk;
    const UnitId shared = desk.unit("session.slice/plasma-plasmashell.service");
    desk.window(desk.process(shared, "plasmashell"), "org.kde.plasmashell");
    desk.turns();
    desk.happens(event::CloseAsked{"org.kde.plasmashell"});
    EXPECT_EQ(desk.turn(), Lines{});
}

} // namespace

} // namespace headroom
