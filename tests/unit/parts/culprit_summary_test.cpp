// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/culprit_summary.h"

#include <gtest/gtest.h>

namespace headroom {

namespace {

TEST(CulpritSummary, SaysWhatWasDoneWithoutReasons)
{
    Session session;
    session.apps["hog"].name = "Photo Indexer";
    const auto said = [&session] { return culprit_summary(session, "hog").in_english(); };
    EXPECT_EQ(said(), "Photo Indexer made memory run short") << "only the notification names it";
    session.weights[UnitId{1}] = {"hog", {.cpu = 500, .io = {}}, WeightKind::Boost};
    session.weights[UnitId{2}] = {"other", {.cpu = 20, .io = {}}, WeightKind::Nap};
    EXPECT_EQ(said(), "Photo Indexer made memory run short") << "these are no answer to that";
    session.weights[UnitId{3}] = {"hog", {.cpu = 20, .io = {}}, WeightKind::Nap};
    EXPECT_EQ(said(), "slowed down Photo Indexer");
    session.leases[UnitId{4}] = {.app = "other", .state = FreezerState::Frozen};
    EXPECT_EQ(said(), "slowed down Photo Indexer") << "another app was paused";
    session.leases[UnitId{3}] = {.app = "hog", .state = FreezerState::Freezing};
    EXPECT_EQ(said(), "paused Photo Indexer");
}

} // namespace

} // namespace headroom
