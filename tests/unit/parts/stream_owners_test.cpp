// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/streams/stream_owners.h"

#include "parts/main_context.h"
#include "parts/scratch.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace headroom {

namespace {

using seen::becomes_quiet;
using seen::comes_true;
using seen::Scratch;

class StreamOwnersTest : public testing::Test {
protected:
    void in_sandbox(std::int32_t pid, std::int32_t inner, const std::string &program,
                    const std::string &cgroup)
    {
        scratch.process(pid, 1, program, cgroup);
        scratch.file(std::format("proc/{}/status", pid),
                     std::format("Name:\tx\nNSpid:\t{}\t{}\n", pid, inner));
    }
    void ask(std::int32_t inner, const std::string &program)
    {
        EXPECT_TRUE(owners.find({inner, program}));
    }

    Scratch scratch;
    StreamOwners owners{ProcessTable{scratch.path("proc")}, [this](const ClientProcesses &found) {
                            ++searches;
                            for (const auto &[client, pid] : found)
                                answers[client.program + std::to_string(client.pid)] =
                                    pid ? std::to_string(*pid) : pid.error().sentence;
                        }};
    std::map<std::string, std::string> answers;
    int searches = 0;
};

TEST_F(StreamOwnersTest, TheOnlyOneItCanBeIsFound)
{
    in_sandbox(4711, 2, "firefox", "/a");
    in_sandbox(4712, 2, "player", "/b");
    in_sandbox(4713, 2, "player", "/c");
    ask(2, "firefox");
    ask(2, "player");
    ask(3, "firefox");
    EXPECT_TRUE(answers.empty()) << "the caller doesn't wait";
    ASSERT_TRUE(comes_true([&] { return answers.size() == 3; }));
    EXPECT_EQ(answers["firefox2"], "4711");
    EXPECT_EQ(answers["player2"], "more than one sandbox has a player as its process 2");
    EXPECT_EQ(answers["firefox3"], "process 3 isn't firefox");
}

/// All requests that come meanwhile share the next search.
TEST_F(StreamOwnersTest, NobodyIsSearchedForAgainAndAgain)
{
    const gint64 began = g_get_monotonic_time();
    ask(2, "firefox");
    ASSERT_TRUE(comes_true([&] { return answers.size() == 1; }));
    EXPECT_EQ(answers["firefox2"], "process 2 isn't firefox");
    answers.clear();
    for (std::int32_t inner = 2; inner < 60; ++inner)
        ask(inner, "firefox");
    in_sandbox(4711, 2, "firefox", "/a");
    in_sandbox(4712, 59, "firefox", "/a");
    ASSERT_TRUE(comes_true([&] { return answers.size() == 58; }));
    EXPECT_GE(g_get_monotonic_time() - began, 500'000) << "there is a pause between two searches";
    EXPECT_EQ(answers["firefox2"], "4711") << "it existed by then";
    EXPECT_EQ(answers["firefox59"], "4712");
    EXPECT_EQ(searches, 2);
    EXPECT_TRUE(becomes_quiet()) << "no timer is left";
}

/// A client may report another process each time. There is no queue for them.
TEST_F(StreamOwnersTest, SixtyFourWaitForASearchAtMost)
{
    ask(1, "firefox");
    for (int i = 0; i < 10; ++i)
        ask(1, "firefox"); // it is sought already
    for (std::int32_t inner = 2; inner < 66; ++inner)
        ask(inner, "firefox");
    EXPECT_FALSE(owners.find({66, "firefox"}));
    ask(65, "firefox"); // it is waiting already
    ASSERT_TRUE(comes_true([&] { return answers.size() == 65; }));
    EXPECT_EQ(searches, 2);
    ask(66, "firefox");
    ASSERT_TRUE(comes_true([&] { return answers.size() == 66; }));
}

} // namespace

} // namespace headroom
