// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/app_objects.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

TEST(AppState, IsFrozenOnceAllItsUnitsAre)
{
    Session session;
    EXPECT_STREQ(state_of(session, "hog"), "running");
    session.weights[UnitId{1}] = {"hog", {.cpu = 500, .io = {}}, WeightKind::Boost};
    EXPECT_STREQ(state_of(session, "hog"), "running");
    session.weights[UnitId{2}] = {"hog", {.cpu = 20, .io = {}}, WeightKind::Nap};
    EXPECT_STREQ(state_of(session, "hog"), "napped");
    session.leases[UnitId{3}] = {.app = "hog", .state = FreezerState::Freezing};
    EXPECT_STREQ(state_of(session, "hog"), "freezing");
    session.leases[UnitId{4}] = {.app = "hog", .state = FreezerState::Frozen};
    EXPECT_STREQ(state_of(session, "hog"), "freezing");
    session.leases.at(UnitId{3}).state = FreezerState::Frozen;
    EXPECT_STREQ(state_of(session, "hog"), "frozen");
    EXPECT_STREQ(state_of(session, "other"), "running");
}

} // namespace
} // namespace headroom
