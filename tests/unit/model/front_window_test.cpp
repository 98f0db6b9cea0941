// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "seen.h"

// When a window comes to the front, in whichever order sources report.
namespace headroom {

namespace {

using namespace seen;

TEST(FrontWindow, TheFocusMayComeBeforeTheWindow)
{
    Desk desk;
    desk.focus(desk.app("kate"));
    const UnitId unit = desk.unit("app.slice/app-mail-9.scope");
    const ProcessId process = desk.process(unit, "mail");
    desk.happens(event::FocusMoved{"later"});
    EXPECT_EQ(desk.session.focused_app(), "kate");
    desk.happens(event::WindowSeen{Window{.id = "later", .process = process}});
    EXPECT_EQ(desk.session.focused_app(), "mail");
}

/// Its cgroup may be gone already, or not reported yet.
TEST(FrontWindow, ItsUnitMayBeUnknown)
{
    Desk desk;
    const WindowId window = desk.window(desk.process(UnitId{9999}, "mail"), "mail");
    desk.happens(event::FocusMoved{window});
    EXPECT_EQ(desk.session.focused_unit(), std::nullopt);
}

TEST(FrontWindow, ItsKindMayComeLast)
{
    Desk desk;
    desk.focus(desk.app("kate"));
    const UnitId unit = desk.unit("app.slice/app-mail-9.scope");
    const WindowId window = desk.window(desk.process(unit, "mail"), {}, WindowKind::Shell);
    desk.happens(event::FocusMoved{window});
    EXPECT_EQ(desk.session.focused_app(), "kate") << "a popup leaves the app in front";
    desk.changes(window, [](Window &each) { each.kind = WindowKind::Normal; });
    EXPECT_EQ(desk.session.focused_app(), "mail");
}

TEST(FrontWindow, AWindowThatChangesDoesNotTakeTheFocus)
{
    Desk desk;
    const App kate = desk.app("kate");
    const App mail = desk.app("mail");
    desk.focus(kate);
    desk.changes(mail.window, [](Window &window) { window.hidden = true; });
    EXPECT_EQ(desk.session.focused_app(), "kate");
}

/// Another app is in front only once it has the focus. An empty workspace changes nothing at first:
/// see leave_front_test.cpp.
TEST(FrontWindow, WhatIsHiddenStaysInFrontUntilAnotherIs)
{
    Desk desk;
    const App kate = desk.app("kate");
    const App mail = desk.app("mail");
    desk.focus(kate);
    desk.changes(kate.window, [](Window &window) { window.hidden = true; });
    desk.happens(event::FocusMoved{std::nullopt});
    EXPECT_EQ(desk.session.focused_app(), "kate");
    desk.focus(mail);
    EXPECT_EQ(desk.session.focused_app(), "mail");
}

} // namespace

} // namespace headroom
