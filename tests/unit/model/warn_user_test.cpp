// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/warn_user.h"
#include "pressed.h"

namespace headroom {

namespace {

using namespace seen;

/// What is said when this unit is stopped; grew: bytes a second.
std::string told(const PressedDesk &desk, UnitId stopped, std::optional<std::uint64_t> grew)
{
    Wanted wanted;
    wanted.frozen[stopped] = {.cause = FreezeCause::Pressure, .reason = {}, .grew = grew};
    warn_user(desk.session, desk.config, {}, desk.now, wanted);
    return wanted.notice ? wanted.notice->text.in_english() : "nothing";
}

TEST(WarnUser, WhatIsNotKnownOfAStoppedAppIsNotSaid)
{
    const std::string begin = "Memory was running short, and this app was taking most of it.";
    const std::string end = " It goes on as soon as you open it.";
    PressedDesk desk;
    const App hog = desk.background("hog");
    EXPECT_EQ(told(desk, hog.unit, std::nullopt), begin + end);
    EXPECT_EQ(told(desk, hog.unit, 130 * mib), begin + " It grew by 130 MiB a second." + end);
    desk.goes_on(100ms); // now it has been looked at
    EXPECT_EQ(told(desk, hog.unit, std::nullopt), begin + " It is using 100 MiB." + end);
    EXPECT_EQ(told(desk, hog.unit, 130 * mib), begin + " It is using 100 MiB and grew by 130 MiB a second." + end);
}

} // namespace

} // namespace headroom
