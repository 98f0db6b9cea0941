// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/why_not_frozen.h"
#include "seen.h"

#include <format>

namespace headroom {

namespace {

using namespace seen;

constexpr auto counts_as_in_front = "by your rule, game always counts as the active app";

TEST(AppRules, WhatCountsAsInFrontIsBoostedWhileItRuns)
{
    Desk desk;
    const App kate = desk.app("org.kde.kate");
    const App game = desk.app("game");
    desk.focus(kate);
    ASSERT_EQ(desk.turn(), Lines{"boost " + kate.name});
    desk.config.rules[game.id] = AppRule::Foreground;
    ASSERT_EQ(desk.turn(), Lines{"boost " + game.name});
    EXPECT_EQ(desk.actions[0].reason, std::format("boosted game: {}", counts_as_in_front));
    desk.passes(24h);
    EXPECT_EQ(desk.turn(), Lines{});
    desk.config.rules.erase(game.id);
    EXPECT_EQ(desk.turn(), Lines{"unboost " + game.name});
}

TEST(AppRules, APatternIsForAllThatItMatches)
{
    Desk desk;
    const App one = desk.app("steam_app_1");
    const App two = desk.app("steam_app_22");
    desk.app("org.kde.kate");
    desk.config.pattern_rules = {{"steam_app_*", AppRule::Foreground}};
    EXPECT_THAT(desk.turn(),
                testing::UnorderedElementsAre("boost " + one.name, "boost " + two.name));
    desk.config.rules[one.id] = AppRule::Normal;
    EXPECT_EQ(desk.turn(), Lines{"unboost " + one.name});
}

TEST(AppRules, InFrontOrNeverMeansNeitherNappedNorFrozen)
{
    for (const auto &[rule, why] : {std::pair{AppRule::Foreground, counts_as_in_front},
                                    std::pair{AppRule::Never, "your rule for game exempts it"}}) {
        Desk desk;
        const App game = desk.app("game");
        desk.happens(event::AppDescribed{game.id, "game", false, ""s});
        desk.focus(desk.app("org.kde.kate"));
        desk.passes(1h);
        desk.config.rules[game.id] = rule;
        EXPECT_EQ(why_not_frozen(desk.session, desk.config, game.id, Level::Critical, desk.now),
                  why);
    }
}

TEST(AppRules, TheDesktopIsNotBoostedByARule)
{
    Desk desk;
    desk.config.pattern_rules = {{"*", AppRule::Foreground}};
    const App kate = desk.app("org.kde.kate");
    desk.unit("session.slice/plasma-kwin_wayland.service");
    EXPECT_EQ(desk.turn(), Lines{"boost " + kate.name});
}

} // namespace

} // namespace headroom
