// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/rule_in_force.h"
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

TEST(AppRules, AnotherRuleIsNewsOfTheAppsThatHaveItNow)
{
    Desk desk;
    desk.app("steam_app_1");
    desk.app("org.kde.konsole");
    const UnitId tab = desk.unit("app.slice/app-org.kde.konsole-1.scope/tab(42).scope");
    const AppId in_tab = desk.session.units.at(tab).app;
    Config before;
    before.pattern_rules = {{"steam_app_*", AppRule::Eager}};
    Config now = before;
    EXPECT_EQ(apps_with_other_rule(desk.session, before, now), std::set<AppId>{});
    now.rules["org.kde.konsole"] = AppRule::Never;
    EXPECT_EQ(rule_in_force(desk.session, now, in_tab), AppRule::Never);
    EXPECT_EQ(apps_with_other_rule(desk.session, before, now),
              (std::set<AppId>{"org.kde.konsole", in_tab}));
    now.rules[in_tab] = AppRule::Foreground;
    EXPECT_EQ(rule_in_force(desk.session, now, in_tab), AppRule::Foreground);
    now = before;
    now.rules["steam_app_1"] = AppRule::Normal;
    EXPECT_EQ(apps_with_other_rule(desk.session, before, now), std::set<AppId>{"steam_app_1"});
    now = before;
    now.pattern_rules = {{"steam_app_2", AppRule::Eager}};
    EXPECT_EQ(apps_with_other_rule(desk.session, before, now), std::set<AppId>{"steam_app_1"});
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
