// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/sentence.h"

#include <gtest/gtest.h>
#include <format>
#include <map>

namespace headroom {

namespace {

using namespace std::string_literals;

/// Finds these texts by their contexts, and puts a comma into numbers.
Wording wording(const std::map<std::pair<std::string, std::string>, const char *> &texts)
{
    return {.text =
                [texts](const char *context, const char *text) {
                    const auto found = texts.find({context, text});
                    return found == texts.end() ? text : found->second;
                },
            .number =
                [](double number, int decimals) {
                    std::string words = std::format("{:.{}f}", number, decimals);
                    if (const auto point = words.find('.'); point != std::string::npos)
                        words[point] = ',';
                    return words;
                }};
}

const Sentence paused = say("done", "paused {}: {}", "Kate"s,
                            say("why", "it is using {}, {} % of all",
                                say("amount", "{} GiB", Sentence{1.25, 1}), Sentence{49.6, 0}));

TEST(Sentence, InEnglish)
{
    EXPECT_EQ(paused.in_english(), "paused Kate: it is using 1.2 GiB, 50 % of all");
    EXPECT_EQ(say("any", "{{}} are braces, 100 %").in_english(), "{} are braces, 100 %");
}

TEST(Sentence, EachPartIsPutIntoTheOtherLanguage)
{
    const Wording german =
        wording({{{"done", "paused {}: {}"}, "{} angehalten: {}"},
                 {{"why", "it is using {}, {} % of all"}, "von allem {1} %, {0}, belegt sie"},
                 {{"another context", "{} GiB"}, "wrong"}});
    EXPECT_EQ(paused.in(german), "Kate angehalten: von allem 50 %, 1,2 GiB, belegt sie");
}

TEST(Sentence, WhatIsMissingInACatalogIsEnglish)
{
    EXPECT_EQ(paused.in(wording({})), "paused Kate: it is using 1,2 GiB, 50 % of all");
}

/// A catalog is a file that any program can install.
TEST(Sentence, ATranslationThatCannotBeFilledInIsNotUsed)
{
    for (const char *broken : {"{", "}", "{} {0}", "{7}", "{:d}", "{x}", "{} {} {} {} {} {} {}"})
        EXPECT_EQ(paused.in(wording({{{"done", "paused {}: {}"}, broken}})),
                  "paused Kate: it is using 1,2 GiB, 50 % of all")
            << broken;
}

TEST(Sentence, SomebodyElsesWordsStayAsTheyAre)
{
    const Sentence words{"{} a name with {braces} and 100 %"s};
    EXPECT_EQ(words.in(wording({{{"", words.in_english()}, "wrong"}})),
              "{} a name with {braces} and 100 %");
    EXPECT_EQ(say("done", "paused {}: {}", words, ""s).in_english(),
              "paused {} a name with {braces} and 100 %: ");
}

TEST(Sentence, IsEmptyWithoutWords)
{
    EXPECT_TRUE(Sentence{}.empty());
    EXPECT_TRUE(Sentence{""s}.empty());
    EXPECT_FALSE((Sentence{0, 0}.empty()));
    EXPECT_FALSE(say("any", "x").empty());
}

TEST(Sentence, IsTheSameByWhatItSays)
{
    EXPECT_TRUE(say("one", "{} waits", "Kate"s) == say("another", "Kate {}", "waits"s));
    EXPECT_FALSE(say("one", "{} waits", "Kate"s) == say("one", "{} waits", "Firefox"s));
    EXPECT_TRUE(say("one", "{} waits", "Kate"s) == "Kate waits");
}

} // namespace

} // namespace headroom
