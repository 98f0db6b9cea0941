// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/settings.h"

#include "model/session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace headroom {

namespace {

using namespace std::chrono_literals;

/// A valid value that is not the default.
std::string another(const SettingSchema &schema)
{
    switch (schema.kind) {
    case SettingKind::Flag: return schema.usual == "true" ? "false" : "true";
    case SettingKind::Word: {
        const std::string first{schema.words.substr(0, schema.words.find('|'))};
        return first == schema.usual ? std::string{schema.words.substr(schema.words.rfind('|') + 1)}
                                     : first;
    }
    case SettingKind::Whole:
    case SettingKind::Number: return std::to_string(static_cast<int>(schema.most));
    }
    return {};
}

Config with(std::string_view name, std::string_view value)
{
    return config_from(std::vector{Setting{std::string{name}, std::string{value}}});
}

TEST(Settings, TheSchemasDefaultsAreTheConfigs)
{
    EXPECT_EQ(config_from({}), Config{});
    ASSERT_GT(settings_schema().size(), 15U);
    for (const SettingSchema &schema : settings_schema())
        EXPECT_EQ(with(schema.name, schema.usual), Config{}) << schema.name;
    EXPECT_EQ(config_from(with_defaults({})), Config{});
}

TEST(Settings, EachOneChangesSomething)
{
    std::vector<Config> seen{Config{}};
    for (const SettingSchema &schema : settings_schema()) {
        const Config config = with(schema.name, another(schema));
        EXPECT_FALSE(std::ranges::contains(seen, config))
            << schema.name << " has no effect, or the effect of another setting";
        seen.push_back(config);
    }
}

TEST(Settings, EachGoesToItsPlace)
{
    EXPECT_FALSE(with("General/Notifications", "false").notify);
    EXPECT_EQ(with("Boost/CpuWeight", "700").boosted, (Weights{.cpu = 700, .io = 500}));
    EXPECT_EQ(with("Boost/IoWeight", "700").boosted, (Weights{.cpu = 500, .io = 700}));
    EXPECT_EQ(with("Pressure/Response", "off").response, Response::Off);
    EXPECT_EQ(with("Pressure/Response", "warn").response, Response::Warn);
    EXPECT_FALSE(with("Pressure/Reclaim", "no").reclaim.enabled);
    EXPECT_EQ(with("Pressure/NapWeight", "7").napped, (Weights{.cpu = 7, .io = 7}));
    EXPECT_EQ(with("Pressure/UiMemoryUneasy", "7.5").limits.ui_memory_uneasy, 7.5);
    EXPECT_EQ(with("Pressure/UiMemoryHigh", "7.5").limits.ui_memory_high, 7.5);
    EXPECT_EQ(with("Pressure/UiMemoryCritical", "7.5").limits.ui_memory_critical, 7.5);
    EXPECT_EQ(with("Pressure/SystemMemoryUneasy", "7.5").limits.system_memory_uneasy, 7.5);
    EXPECT_EQ(with("Pressure/SystemMemoryHigh", "7.5").limits.system_memory_high, 7.5);
    EXPECT_EQ(with("Pressure/SystemMemoryCritical", "7.5").limits.system_memory_critical, 7.5);
    EXPECT_EQ(with("Pressure/SlackLow", "7.5").limits.slack_low, 7.5);
    EXPECT_EQ(with("Pressure/UiCpuUneasy", "7.5").limits.ui_cpu_uneasy, 7.5);
    EXPECT_EQ(with("Pressure/UiIoUneasy", "7.5").limits.ui_io_uneasy, 7.5);
    EXPECT_EQ(with("Freeze/UnfocusedSeconds", "7").freezing.unfocused_for, 7s);
    EXPECT_EQ(with("Freeze/ShortestHoldSeconds", "7").freezing.shortest_freeze, 7s);
    EXPECT_EQ(with("Freeze/LongestHoldMinutes", "7").longest_freeze, 7min);
    EXPECT_EQ(with("Freeze/CalmSeconds", "7").freezing.calm_for, 7s);
    EXPECT_FALSE(Config{}.gentle.enabled) << "it wakes up regularly, so it is off by default";
    EXPECT_TRUE(with("Memory/GentleReclaim", "true").gentle.enabled);
}

TEST(Settings, SensitivityScalesWhatIsAShareOfTime)
{
    const PressureLimits relaxed = with("Pressure/Sensitivity", "relaxed").limits;
    EXPECT_EQ(relaxed.ui_memory_uneasy, 6);
    EXPECT_EQ(relaxed.system_memory_critical, 80);
    EXPECT_EQ(relaxed.ui_io_uneasy, 40);
    EXPECT_EQ(relaxed.slack_low, Config{}.limits.slack_low)
        << "available memory is not a share of time";
    EXPECT_EQ(relaxed.any_stall, PressureLimits{}.any_stall) << "noise stays noise";
    EXPECT_EQ(with("Pressure/Sensitivity", "eager").limits.ui_memory_uneasy, 1.5);
    // In whatever order they come, and never out of bounds.
    for (const bool sensitivity_first : {true, false}) {
        std::vector<Setting> settings{{"Pressure/Sensitivity", "relaxed"},
                                      {"Pressure/UiMemoryCritical", "60"},
                                      {"Pressure/UiMemoryHigh", "50"}};
        if (!sensitivity_first)
            std::ranges::reverse(settings);
        EXPECT_EQ(config_from(settings).limits.ui_memory_critical, 100);
        EXPECT_EQ(config_from(settings).limits.ui_memory_high, 100);
    }
}

TEST(Settings, AnAppHasARuleOfItsOwn)
{
    EXPECT_EQ(with("App-org.kde.kate/Rule", "never").rule("org.kde.kate"), AppRule::Never);
    EXPECT_EQ(with("App-org.kde.kate/Rule", "Eager").rule("org.kde.kate"), AppRule::Eager);
    EXPECT_EQ(with("App-org.kde.kate/Rule", "normal"), Config{});
    EXPECT_EQ(with("App-org.kde.kate/Rule", "never").rule("org.kde.kate2"), AppRule::Normal);
    EXPECT_EQ(with("App-org.kde.kate/Rule", "sometimes"), Config{});
    const std::string long_id(255, 'x');
    EXPECT_EQ(with("App-" + long_id + "/Rule", "never").rules.size(), 1U);
    for (const std::string &name :
         {std::string{"App-/Rule"}, "App-" + long_id + "x/Rule", std::string{"App-a/b/Rule"},
          std::string{"App-a\n/Rule"}, std::string{"App-\xff/Rule"}, std::string{"App-a/Rules"},
          std::string{"app-a/Rule"}, std::string{"App-a/"}, std::string{"App-"}})
        EXPECT_EQ(with(name, "never"), Config{}) << name;
}

TEST(Settings, APatternHasTheRuleOfAllAppsWithoutTheirOwn)
{
    const Setting settings[] = {{"App-steam_app_*/Rule", "foreground"},
                                {"App-steam_app_4*/Rule", "eager"},
                                {"App-steam_app_42/Rule", "normal"},
                                {"App-*.slack.*/Rule", "never"},
                                {"App-a?c*/Rule", "never"},
                                {"App-x\\*/Rule", "never"}};
    const auto both_ways = [&](auto check) {
        std::vector<Setting> all{std::begin(settings), std::end(settings)};
        check(config_from(all));
        std::ranges::reverse(all);
        check(config_from(all));
    };
    both_ways([](const Config &config) {
        EXPECT_EQ(config.rule("steam_app_7"), AppRule::Foreground);
        EXPECT_EQ(config.rule("steam_app_"), AppRule::Foreground);
        EXPECT_EQ(config.rule("steam_app_43"), AppRule::Eager) << "the longer pattern";
        EXPECT_EQ(config.rule("steam_app_42"), AppRule::Normal) << "its own rule";
        EXPECT_EQ(config.rule("steam"), AppRule::Normal);
        EXPECT_EQ(config.rule("com.slack.Slack"), AppRule::Never);
        EXPECT_EQ(config.rule("com.slack"), AppRule::Normal);
        EXPECT_EQ(config.rule("abcd"), AppRule::Never);
        EXPECT_EQ(config.rule("abd"), AppRule::Normal);
        EXPECT_EQ(config.rule("x\\y"), AppRule::Never) << "a backslash is one";
        EXPECT_EQ(config.pattern_rules.size(), 5U);
    });
    const Setting twice[] = {{"App-a*/Rule", "never"}, {"App-a*/Rule", "eager"}};
    EXPECT_EQ(config_from(twice).rule("ab"), AppRule::Eager);
    EXPECT_EQ(config_from(twice).pattern_rules.size(), 1U);
}

TEST(Settings, OfEquallyLongPatternsTheFirstInTheAlphabetCounts)
{
    const Setting settings[] = {{"App-*b/Rule", "eager"}, {"App-a*/Rule", "never"}};
    EXPECT_EQ(config_from(settings).rule("ab"), AppRule::Eager);
}

TEST(Settings, ItIsKnownWhetherAnyAppMayHaveARule)
{
    EXPECT_FALSE(Config{}.has_rule(AppRule::Foreground));
    EXPECT_TRUE(with("App-a/Rule", "foreground").has_rule(AppRule::Foreground));
    EXPECT_TRUE(with("App-a*/Rule", "foreground").has_rule(AppRule::Foreground));
    EXPECT_FALSE(with("App-a*/Rule", "never").has_rule(AppRule::Foreground));
    EXPECT_FALSE(with("App-a/Rule", "never").has_rule(AppRule::Foreground));
}

TEST(Settings, WhatMakesNoSenseIsAsIfItWereNotThere)
{
    const Setting nonsense[] = {{"Pressure/Response", "maybe"},
                                {"Boost/CpuWeight", "99"},
                                {"No/Such", "1"},
                                {"", ""},
                                {"Boost/CpuWeight", ""}};
    EXPECT_EQ(config_from(nonsense), Config{});
    const Setting twice[] = {{"Boost/CpuWeight", "600"}, {"Boost/CpuWeight", "99"}};
    EXPECT_EQ(config_from(twice).boosted.cpu, 600U);
}

struct Written {
    std::string name, value;
    std::optional<std::string> canonical;
};

class SettingValues : public testing::TestWithParam<Written> {};

TEST_P(SettingValues, AreReadAsKConfigReadsThem)
{
    const auto &[name, value, expected] = GetParam();
    EXPECT_EQ(canonical({name, value}), expected);
    EXPECT_EQ(wrong({name, value}).has_value(), !expected.has_value());
}

const std::string flag = "General/Notifications";
const std::string weight = "Boost/CpuWeight";
const std::string nap = "Pressure/NapWeight";
const std::string limit = "Pressure/UiMemoryHigh";
const std::string slack = "Pressure/SlackLow";
const std::string word = "Pressure/Response";

INSTANTIATE_TEST_SUITE_P(
    All, SettingValues,
    testing::Values(
        Written{flag, "true", "true"}, Written{flag, "ON", "true"}, Written{flag, "yes", "true"},
        Written{flag, "1", "true"}, Written{flag, "False", "false"}, Written{flag, "off", "false"},
        Written{flag, "no", "false"}, Written{flag, "0", "false"}, Written{flag, "2", {}},
        Written{flag, "", {}}, Written{flag, "true ", {}}, Written{weight, "99", {}},
        Written{weight, "100", "100"}, Written{weight, "10000", "10000"},
        Written{weight, "10001", {}}, Written{weight, "0500", "500"}, Written{weight, "500.0", {}},
        Written{weight, "500x", {}}, Written{weight, " 500", {}}, Written{weight, "-500", {}},
        Written{weight, "0x200", {}}, Written{weight, "99999999999999999999", {}},
        Written{weight, std::string("500\0", 4), {}}, Written{nap, "0", {}}, Written{nap, "1", "1"},
        Written{nap, "100", "100"}, Written{nap, "101", {}}, Written{limit, "0.99", {}},
        Written{limit, "1", "1"}, Written{limit, "1.0", "1"}, Written{limit, "99.5", "99.5"},
        Written{limit, "100", "100"}, Written{limit, "100.01", {}}, Written{limit, "nan", {}},
        Written{limit, "inf", {}}, Written{limit, "1e1", "10"}, Written{limit, "1,5", {}},
        Written{slack, "0", "0"}, Written{slack, "-0", "0"}, Written{slack, "-0.1", {}},
        Written{word, "warn", "warn"}, Written{word, "WARN", "warn"}, Written{word, "war", {}},
        Written{word, "warn|freeze", {}}, Written{word, "", {}}, Written{word, "off|", {}},
        Written{"App-x/Rule", "NEVER", "never"}, Written{"App-x/Rule", "off", {}},
        Written{"No/Such", "1", {}}));

TEST(Settings, TheSentenceSaysWhatItMustBe)
{
    EXPECT_EQ(wrong({word, "maybe"}),
              "Pressure/Response is \"maybe\", but must be one of off, warn, freeze");
    EXPECT_EQ(wrong({weight, "9"}),
              "Boost/CpuWeight is \"9\", but must be a whole number from 100 to 10000");
    EXPECT_EQ(wrong({limit, "x"}),
              "Pressure/UiMemoryHigh is \"x\", but must be a number from 1 to 100");
    EXPECT_EQ(wrong({flag, "x"}), "General/Notifications is \"x\", but must be true or false");
    EXPECT_EQ(wrong({"App-x/Rule", ""}),
              "App-x/Rule is \"\", but must be one of never, normal, eager, foreground");
    EXPECT_EQ(wrong({"No/Such", "1"}), "there is no setting \"No/Such\"");
    EXPECT_EQ(wrong({flag, "\x1b[2J\xc3\xa4\n"}),
              "General/Notifications is \"?[2J???\", but must be true or false");
    EXPECT_THAT(*wrong({flag, std::string(60, 'x')}),
                testing::HasSubstr(std::string(60, 'x') + "\""));
    EXPECT_THAT(*wrong({flag, std::string(61, 'x')}),
                testing::HasSubstr(std::string(60, 'x') + "…\""));
}

TEST(Settings, AllOfThemAreTold)
{
    const std::vector<Setting> all = with_defaults({});
    EXPECT_EQ(all.size(), settings_schema().size());
    const Setting chosen[] = {{"App-x/Rule", "never"},
                              {"Boost/CpuWeight", "0600"},
                              {"Pressure/Response", "maybe"},
                              {"App-y/Rule", "maybe"}};
    const std::vector<Setting> told = with_defaults(chosen);
    EXPECT_EQ(told.size(), all.size() + 1);
    EXPECT_EQ(told.back(), (Setting{"App-x/Rule", "never"}));
    EXPECT_THAT(told, testing::Contains(Setting{"Boost/CpuWeight", "600"}));
    EXPECT_THAT(told, testing::Contains(Setting{"Pressure/Response", "freeze"}));
}

TEST(Settings, TheSessionKnowsThem)
{
    Session session;
    session.apply(event::SettingsRead{{{"Boost/CpuWeight", "600"}}}, TimePoint{});
    EXPECT_EQ(session.settings, (std::vector{Setting{"Boost/CpuWeight", "600"}}));
    session.apply(event::SettingsRead{}, TimePoint{});
    EXPECT_TRUE(session.settings.empty());
}

} // namespace

} // namespace headroom
