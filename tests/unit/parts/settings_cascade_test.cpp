// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/settings/settings_cascade.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace headroom {

namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// Files named "/0", "/1", …, the weakest first.
Settings read(const std::vector<std::string> &texts, const Settings *last = nullptr)
{
    std::vector<SettingsLayer> layers;
    for (const std::string &text : texts)
        layers.push_back({"/" + std::to_string(layers.size()), parse_rc(text)});
    return cascade(layers, last);
}

const std::string response = "Pressure/Response";

TEST(SettingsCascade, TheFileOfMostWeightCounts)
{
    const Settings settings = read({"[Pressure]\nResponse=off\nNapWeight=7\n",
                                    "[Pressure]\nResponse=warn\n[Boost]\nCpuWeight=500\n"});
    EXPECT_THAT(settings.differing(),
                ElementsAre(Setting{"Pressure/NapWeight", "7"}, Setting{response, "warn"}));
    EXPECT_EQ(settings.value(response), "warn");
    EXPECT_EQ(settings.value("Boost/CpuWeight"), "500");
    EXPECT_EQ(settings.value("Boost/IoWeight"), "500");
    EXPECT_THAT(settings.complaints, IsEmpty());
}

TEST(SettingsCascade, ADefaultCanBeChosenAgainstTheSystem)
{
    EXPECT_THAT(read({"[Pressure]\nResponse=off\n", "[Pressure]\nResponse=freeze\n"}).differing(),
                IsEmpty());
    EXPECT_THAT(read({"[Pressure]\nResponse=off\n", "[Pressure]\nResponse[$d]\n"}).differing(),
                IsEmpty());
}

TEST(SettingsCascade, TheLastOfTwoLinesCounts)
{
    EXPECT_EQ(read({"[Pressure]\nResponse=off\nResponse=warn\n"}).value(response), "warn");
    EXPECT_EQ(read({"[Pressure]\nResponse[$i]=off\nResponse=warn\n"}).value(response), "off");
}

struct Fixing {
    const char *name;
    std::string below;
    std::string response;      ///< the value in force
    std::string nap, boost;    ///< what the user's file achieves
    std::string where = "/0";  ///< the file that fixes the response
};

class FixedSettings : public testing::TestWithParam<Fixing> {};

TEST_P(FixedSettings, StayWhateverTheUsersFileSays)
{
    const Settings settings = read(
        {GetParam().below, "[Pressure]\nResponse=freeze\nNapWeight=7\n[Boost]\nCpuWeight=600\n"});
    EXPECT_EQ(settings.value(response), GetParam().response);
    EXPECT_EQ(settings.value("Pressure/NapWeight"), GetParam().nap);
    EXPECT_EQ(settings.value("Boost/CpuWeight"), GetParam().boost);
    EXPECT_EQ(settings.fixed_where(response), GetParam().where);
}

INSTANTIATE_TEST_SUITE_P(
    All, FixedSettings,
    testing::Values(Fixing{"Nothing", "[Pressure]\nResponse=off\n", "freeze", "7", "600", ""},
                    Fixing{"Key", "[Pressure]\nResponse[$i]=off\n", "off", "7", "600"},
                    Fixing{"KeyToTheDefault", "[Pressure]\nResponse[$di]\n", "freeze", "7", "600"},
                    Fixing{"Group", "[Pressure][$i]\nResponse=off\n", "off", "20", "600"},
                    Fixing{"GroupThatComesTwice", "[Pressure][$i]\n[Pressure]\nResponse=off\n",
                           "off", "20", "600"},
                    Fixing{"EmptyGroup", "[Pressure][$i]\n", "freeze", "20", "600"},
                    Fixing{"File", "[$i]\n[Pressure]\nResponse=off\n", "off", "20", "500"},
                    Fixing{"AnotherGroup", "[Boost][$i]\n[Pressure]\nResponse=off\n", "freeze", "7",
                           "500", ""}),
    [](const auto &param) { return param.param.name; });

TEST(SettingsCascade, OnlyWhoComesFirstCanFix)
{
    const Settings settings =
        read({"[Pressure]\nResponse[$i]=off\n", "[Pressure][$i]\nResponse[$i]=warn\n",
              "[$i]\n[Pressure]\nResponse=freeze\n"});
    EXPECT_EQ(settings.value(response), "off");
    EXPECT_EQ(settings.fixed_where("Pressure/NapWeight"), "/2")
        << "a whole file fixes more than a group";
}

TEST(SettingsCascade, AWrongValueLeavesWhatWasInForce)
{
    const std::string wrong = "[General]\nNotifications=false\n[Pressure]\nResponse=maybe\n";
    const std::string sentence =
        "/0:4: Pressure/Response is \"maybe\", but must be one of off, warn, freeze; it stays ";
    const Settings first = read({wrong});
    EXPECT_EQ(first.value(response), "freeze");
    EXPECT_EQ(first.value("General/Notifications"), "false") << "the other lines count";
    EXPECT_THAT(first.complaints, ElementsAre(sentence + "freeze"));
    const Settings before = read({"[Pressure]\nResponse=warn\n"});
    const Settings after = read({wrong}, &before);
    EXPECT_EQ(after.value(response), "warn");
    EXPECT_THAT(after.complaints, ElementsAre(sentence + "warn"));
    const Settings again = read({wrong}, &after);
    EXPECT_EQ(again.value(response), "warn");
    EXPECT_EQ(read({""}, &again).value(response), "freeze")
        << "a line that was removed no longer counts";
}

TEST(SettingsCascade, AtFirstAWrongValueLeavesWhatTheSystemSays)
{
    EXPECT_EQ(read({"[Pressure]\nResponse=off\n", "[Pressure]\nResponse=maybe\n"}).value(response),
              "off");
}

TEST(SettingsCascade, AWrongValueThatWasTheDefaultStaysIt)
{
    const Settings before = read({"", ""});
    EXPECT_EQ(read({"[Pressure]\nResponse=off\n", "[Pressure]\nResponse=maybe\n"}, &before)
                  .value(response),
              "freeze");
}

TEST(SettingsCascade, AKeyWithoutAValueIsWrong)
{
    const Settings before = read({"[Pressure]\nResponse=warn\n"});
    const Settings after = read({"[Pressure]\nResponse\n"}, &before);
    EXPECT_EQ(after.value(response), "warn");
    EXPECT_THAT(after.complaints,
                ElementsAre("/0:2: Pressure/Response has no value; it stays warn"));
}

TEST(SettingsCascade, ABrokenLineLosesNothing)
{
    const Settings before =
        read({"[Pressure]\nNapWeight=7\n", "[Pressure]\nResponse=warn\n[Boost]\nCpuWeight=600\n"});
    const Settings after =
        read({"", "[Pressure\nResponse=warn\n[Boost]\nCpuWeight=700\n"}, &before);
    EXPECT_EQ(after.value(response), "warn");
    EXPECT_EQ(after.value("Boost/CpuWeight"), "700");
    EXPECT_EQ(after.value("Pressure/NapWeight"), "20")
        << "from another file, which has no broken line";
    EXPECT_THAT(after.complaints, ElementsAre("/1:1: the group's name has no end"));
    EXPECT_EQ(read({"", "[Pressure\n"}).value(response), "freeze");
}

TEST(SettingsCascade, ASlipInAGroupOfOursIsNamed)
{
    const Settings settings =
        read({"[Pressure]\nResponce=warn\n[App-x]\nRules=never\n"
              "[App-]\nRule=never\nBare\\nkey\n[Other]\nkey=1\nbare\n[Pressure][Sub]\nkey=1\n"});
    EXPECT_THAT(settings.complaints,
                ElementsAre("/0:2: there is no setting \"Pressure/Responce\"",
                            "/0:4: there is no setting \"App-x/Rules\"",
                            "/0:6: there is no setting \"App-/Rule\"",
                            "/0:7: there is no setting \"App-/Bare?key\""));
    EXPECT_THAT(settings.differing(), IsEmpty());
}

TEST(SettingsCascade, RulesOfApps)
{
    const Settings settings = read({"[App-org.kde.kate]\nRule=never\n[App-firefox]\nRule=eager\n",
                                    "[App-firefox]\nRule=normal\n"});
    EXPECT_THAT(settings.differing(),
                ElementsAre(Setting{"App-firefox/Rule", "normal"},
                            Setting{"App-org.kde.kate/Rule", "never"}))
        << "normal is a choice, too: a pattern may say something else";
}

} // namespace

} // namespace headroom
