// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/rank_culprits.h"
#include "pressed.h"

namespace headroom {

namespace {

using namespace seen;

struct Row {
    const char *what;
    std::vector<Appetite> appetites;
    std::vector<std::size_t> named; ///< which of them, worst first
};

const Row rows[] = {
    {"nobody grows", {{}, {}}, {}},
    {"one grows", {{.grows = 50 * mib}, {}}, {0}},
    {"one has more than half", {{.grows = 30 * mib}, {.grows = 51 * mib}, {.grows = 20 * mib}}, {1}},
    {"exactly half is not more", {{.grows = 50 * mib}, {.grows = 20 * mib}, {.grows = 10 * mib}, {.grows = 10 * mib}, {.grows = 10 * mib}}, {}},
    {"two hogs", {{.grows = 50 * mib}, {.grows = 50 * mib}}, {0, 1}},
    {"two have it together, each a quarter", {{.grows = 30 * mib}, {.grows = 25 * mib}, {.grows = 15 * mib}, {.grows = 15 * mib}, {.grows = 15 * mib}}, {0, 1}},
    {"the second has less than a quarter", {{.grows = 40 * mib}, {.grows = 20 * mib}, {.grows = 20 * mib}, {.grows = 20 * mib}}, {}},
    {"ten tabs", std::vector<Appetite>(10, Appetite{.grows = 20 * mib}), {}},
    {"growth that is nothing", {{.grows = 3 * mib}, {}}, {}},
    {"thrashing at a standstill", {{.refaults = 5000}, {.refaults = 1000}}, {0}},
    {"two who thrash are each other's victims", {{.refaults = 5000}, {.refaults = 5000}}, {}},
    {"a few pages wanted back", {{.refaults = 900}, {}}, {}},
    {"reading much is no growth", {{.reads = 500 * mib}, {}}, {}},
};

TEST(RankCulprits, TheTable)
{
    for (const Row &row : rows) {
        PressedDesk desk;
        desk.config.response = Response::Warn;
        std::vector<App> apps;
        for (const Appetite &appetite : row.appetites)
            apps.push_back(desk.background(std::format("app{}", apps.size()), appetite));
        desk.goes_on(2100ms);
        std::vector<AppId> named;
        for (const Culprit &culprit : rank_culprits(desk.session, desk.config, desk.now))
            named.push_back(culprit.app);
        std::vector<AppId> expected;
        for (const std::size_t i : row.named)
            expected.push_back(apps[i].id);
        EXPECT_EQ(named, expected) << row.what;
    }
}

TEST(RankCulprits, WhatGrowsOutsideAllAppsIsNobodysFault)
{
    // A service of the system takes 200 MiB while an app takes 20: without the room that was lost the app would have taken all of it.
    for (const auto &[lost, expected] : {std::pair{38U, 1U}, std::pair{45U, 0U}}) {
        PressedDesk desk;
        desk.background("app", {.grows = 10 * mib});
        desk.goes_on(100ms);
        for (int i = 0; i < 20; ++i) {
            desk.load.memory.available -= lost * mib / 20;
            desk.goes_on(100ms);
        }
        EXPECT_EQ(rank_culprits(desk.session, desk.config, desk.now).size(), expected) << lost << " MiB lost, 20 taken";
    }
}

TEST(RankCulprits, AUnitOfShortLivedProcessesIsSeenThoughItGivesBackAsMuch)
{
    PressedDesk desk;
    const App hog = desk.background("thirty");
    const App slow = desk.background("slow", {.grows = 2 * mib});
    for (int i = 0; i < 20; ++i) {
        desk.uses(hog, (100 + (i % 2 == 0 ? 40 : 0)) * mib);
        desk.goes_on(100ms);
    }
    const auto culprits = rank_culprits(desk.session, desk.config, desk.now);
    ASSERT_EQ(culprits.size(), 1U);
    EXPECT_EQ(culprits[0].app, hog.id);
}

TEST(RankCulprits, GrowthIsCountedFromTheLastFreeze)
{
    PressedDesk desk;
    const App first = desk.background("first", {.grows = 60 * mib});
    const App second = desk.background("second", {.grows = 40 * mib});
    desk.load = hanging();
    EXPECT_THAT(desk.acts_in(400ms), testing::Contains("freeze " + first.name));
    EXPECT_THAT(desk.acts_in(2s), testing::Contains("freeze " + second.name));
}

TEST(RankCulprits, SaysItInWords)
{
    EXPECT_EQ(in_words(130 * mib), "130 MiB");
    EXPECT_EQ(in_words(1023 * mib), "1023 MiB");
    EXPECT_EQ(in_words(1024 * mib), "1.0 GiB");
    EXPECT_EQ(describe(Culprit{.unit = {}, .app = "a", .share = 1, .grows = 130 * mib, .held = 6349 * mib}),
              "is using 6.2 GiB and growing by 130 MiB a second");
    EXPECT_EQ(describe(Culprit{.unit = {}, .app = "a", .share = 1, .grows = {}, .held = 200 * mib}), "is using 200 MiB and keeps reading it back into memory");
}

} // namespace

} // namespace headroom
