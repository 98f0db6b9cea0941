// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/reason_code.h"

#include <gtest/gtest.h>

namespace headroom {
namespace {

TEST(ReasonCode, IsThatOfTheReasonAndNotOfTheActAroundIt)
{
    const Sentence reason = say("why something was done", "its window was activated");
    EXPECT_EQ(reason_code(reason), "activated");
    EXPECT_EQ(reason_code(say("done: {0} is an application, {1} why", "resumed {}: {}",
                              std::string{"Kate"}, reason)),
              "activated");
}

TEST(ReasonCode, OfALevelIsThatOfWhatShowsIt)
{
    const Sentence level =
        say("how short the machine is, fourth of the levels", "pressure is high");
    const Sentence because =
        say("why pressure is what it is", "memory will run out in {} s", Sentence{1.5, 1});
    EXPECT_EQ(reason_code(level), "pressure");
    EXPECT_EQ(reason_code(say("done: {0} is \"pressure is high\" or the like, {1} why it is",
                              "{}: {}", level, because)),
              "memory-runs-out");
}

TEST(ReasonCode, OfACulpritIsNotThatOfTheLevel)
{
    const Sentence because =
        say("why pressure is what it is", "memory will run out in {} s", std::string{"2"});
    EXPECT_EQ(reason_code(say("why something was done: {0} is what the application does, {1} "
                              "a percentage, {2} why pressure is what it is",
                              "it {}, {} % of what all apps took lately, and {}",
                              std::string{"grows"}, std::string{"90"}, because)),
              "culprit");
}

TEST(ReasonCode, OfMemoryThatStaysIsOneOfAKind)
{
    EXPECT_EQ(reason_code(
                  say("why what an application does not use stays in memory", "there is no swap")),
              "not-reclaimed");
    EXPECT_EQ(reason_code(say("why an application is exempt: {1} is the reason that it gave",
                              "{} gave a reason: {}", std::string{"Kate"},
                              std::string{"you requested it"})),
              "exempt");
}

TEST(ReasonCode, WordsOfAnotherProgramHaveNone)
{
    EXPECT_EQ(reason_code(Sentence{std::string{"it is no longer the active app"}}), "");
    EXPECT_EQ(reason_code(Sentence{1.5, 1}), "");
    EXPECT_EQ(reason_code(Sentence{}), "");
    EXPECT_EQ(reason_code(say("what an application is, after its name", "{} is a music player",
                              std::string{"you requested it"})),
              "");
}

TEST(ReasonCode, OfAReasonThatWordsFollowIsThatOfTheReason)
{
    EXPECT_EQ(reason_code(say("done: {0} is why, {1} an application", "{}, so {} goes on",
                              say("why something was done", "its window was activated"),
                              std::string{"Kate"})),
              "activated");
}

} // namespace
} // namespace headroom
