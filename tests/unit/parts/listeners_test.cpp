// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/listeners/listeners.h"

#include "act/ask.h"
#include "parts/main_context.h"
#include "parts/recorded_outside.h"
#include "parts/scratch.h"
#include "sys/local_socket.h"

#include <gmock/gmock.h>
#include <memory>
#include <sys/socket.h>
#include <unistd.h>

namespace headroom {

namespace {

using seen::becomes_quiet;
using seen::is_quiet;
using seen::RecordedOutside;
using seen::Scratch;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class ListenersTest : public testing::Test {
protected:
    Scratch scratch;
    std::string path = scratch.path("memory-pressure");
    /// The process that the next connection counts as. All are made by the test itself.
    ProcessId process{100, 1};
    UnitId unit{1};
    bool is_known = true;
    std::vector<std::string> told;
    std::unique_ptr<ListenerWatch> watch = made(getuid());

    std::unique_ptr<ListenerWatch> made(uid_t owner)
    {
        return std::make_unique<ListenerWatch>(
            path, owner,
            [this](std::int32_t pid) -> Result<ListenerWatch::Peer> {
                EXPECT_EQ(pid, getpid());
                if (!is_known)
                    return error(ErrorKind::Failed, "it is in no unit");
                return ListenerWatch::Peer{process, unit};
            },
            [this](const Event &event) {
                if (const auto *seen = std::get_if<event::ListenerSeen>(&event))
                    told.push_back("seen " + std::to_string(seen->process.pid));
                if (const auto *gone = std::get_if<event::ListenerGone>(&event))
                    told.push_back("gone " + std::to_string(gone->process.pid));
                if (const auto *read = std::get_if<event::QuestionRead>(&event))
                    told.push_back("read " + std::to_string(read->process.pid));
            });
    }

    [[nodiscard]] UniqueFd connected() const
    {
        auto client = connect_local(path);
        EXPECT_TRUE(client) << client.error().sentence;
        EXPECT_TRUE(becomes_quiet());
        return client ? std::move(*client) : UniqueFd{};
    }

    [[nodiscard]] std::vector<int> connections() const { return watch->connections_of({process}); }

    /// Whether the other end was closed.
    [[nodiscard]] static bool is_closed(const UniqueFd &client)
    {
        char any = 0;
        return recv(client.get(), &any, 1, MSG_DONTWAIT) == 0;
    }

    void asks()
    {
        RecordedOutside outside;
        outside.connections = connections();
        ask_to_free_memory({process}, outside);
        EXPECT_THAT(outside.asked, ElementsAre(process));
    }
};

TEST_F(ListenersTest, AProcessListensFromItsFirstConnectionToItsLast)
{
    ASSERT_TRUE(watch->start());
    EXPECT_THAT(told, IsEmpty());
    UniqueFd first = connected();
    UniqueFd second = connected();
    EXPECT_THAT(told, ElementsAre("seen 100"));
    EXPECT_THAT(connections(), SizeIs(2));
    EXPECT_THAT(watch->connections_of({ProcessId{100, 2}}), IsEmpty()) << "another one's number";
    first.reset();
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(told, ElementsAre("seen 100"));
    second.reset();
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(told, ElementsAre("seen 100", "gone 100"));
    EXPECT_THAT(connections(), IsEmpty());
}

TEST_F(ListenersTest, EachConnectionOfTheProcessIsSentAByte)
{
    ASSERT_TRUE(watch->start());
    const UniqueFd first = connected();
    const UniqueFd second = connected();
    process = {200, 1};
    const UniqueFd other = connected();
    process = {100, 1};
    asks();
    for (const UniqueFd *client : {&first, &second}) {
        char bytes[8];
        EXPECT_EQ(recv(client->get(), bytes, sizeof bytes, MSG_DONTWAIT), 1);
    }
    char any = 0;
    EXPECT_LT(recv(other.get(), &any, 1, MSG_DONTWAIT), 0);
}

TEST_F(ListenersTest, TheProcessThatReadsTheQuestionIsReported)
{
    ASSERT_TRUE(watch->start());
    const UniqueFd client = connected();
    process = {200, 1};
    const UniqueFd other = connected();
    asks();
    EXPECT_TRUE(is_quiet()) << "a question that waits costs nothing";
    EXPECT_THAT(told, ElementsAre("seen 100", "seen 200"));
    char byte = 0;
    ASSERT_EQ(recv(other.get(), &byte, 1, MSG_DONTWAIT), 1);
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(told, ElementsAre("seen 100", "seen 200", "read 200"));
    process = {100, 1};
    asks();
    ASSERT_EQ(recv(client.get(), &byte, 1, MSG_DONTWAIT), 1);
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(told, ElementsAre("seen 100", "seen 200", "read 200", "read 100"));
}

TEST_F(ListenersTest, WhoeverEndsWithoutReadingHasNotRead)
{
    ASSERT_TRUE(watch->start());
    UniqueFd client = connected();
    asks();
    client.reset();
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(told, ElementsAre("seen 100", "gone 100"));
}

TEST_F(ListenersTest, OneThatNeverReadsKeepsNobodyWaiting)
{
    ASSERT_TRUE(watch->start());
    const UniqueFd client = connected();
    for (int i = 0; i < 5000; ++i)
        asks();
    EXPECT_FALSE(told.empty());
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(told, ElementsAre("seen 100")) << "it is asked the next time, too";
}

TEST_F(ListenersTest, OneThatHasGoneIsNoProblem)
{
    ASSERT_TRUE(watch->start());
    UniqueFd client = connected();
    client.reset();
    asks(); // before the end is seen
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(told, ElementsAre("seen 100", "gone 100"));
}

TEST_F(ListenersTest, SilenceCostsNothing)
{
    ASSERT_TRUE(watch->start());
    const UniqueFd client = connected();
    EXPECT_TRUE(is_quiet());
    EXPECT_THAT(connections(), SizeIs(1));
}

TEST_F(ListenersTest, WhatTheySendIsDroppedUpToALimit)
{
    ASSERT_TRUE(watch->start());
    const UniqueFd client = connected();
    const std::string allowed(ListenerWatch::most_received, 'x');
    ASSERT_EQ(send(client.get(), allowed.data(), allowed.size(), 0),
              static_cast<ssize_t>(allowed.size()));
    EXPECT_TRUE(becomes_quiet());
    EXPECT_THAT(connections(), SizeIs(1));
    ASSERT_EQ(send(client.get(), "x", 1, 0), 1);
    EXPECT_TRUE(becomes_quiet());
    EXPECT_TRUE(is_closed(client));
    EXPECT_THAT(told, ElementsAre("seen 100", "gone 100"));
}

TEST_F(ListenersTest, EightOfAProcess)
{
    ASSERT_TRUE(watch->start());
    std::vector<UniqueFd> clients;
    for (std::size_t i = 0; i < ListenerWatch::most_of_a_process; ++i)
        clients.push_back(connected());
    EXPECT_FALSE(is_closed(clients.back()));
    EXPECT_TRUE(is_closed(connected()));
    clients.pop_back();
    EXPECT_TRUE(becomes_quiet());
    EXPECT_FALSE(is_closed(connected()));
}

TEST_F(ListenersTest, ThirtyTwoOfAUnit)
{
    ASSERT_TRUE(watch->start());
    std::vector<UniqueFd> clients;
    for (std::size_t i = 0; i < ListenerWatch::most_of_a_unit; ++i) {
        process.pid = static_cast<std::int32_t>(100 + i);
        clients.push_back(connected());
    }
    EXPECT_FALSE(is_closed(clients.back()));
    process.pid = 2000;
    EXPECT_TRUE(is_closed(connected())) << "an app that forks";
    unit.inode = 2;
    EXPECT_FALSE(is_closed(connected()));
}

TEST_F(ListenersTest, WhatAProcessLeavesIsClosed)
{
    ASSERT_TRUE(watch->start());
    const UniqueFd client = connected();
    const UniqueFd inherited = connected();
    const ProcessId ended = std::exchange(process, {200, 2});
    const UniqueFd other = connected();
    watch->process_ended(ended);
    EXPECT_TRUE(is_closed(client));
    EXPECT_TRUE(is_closed(inherited));
    EXPECT_FALSE(is_closed(other));
    watch->process_ended(ended);
    EXPECT_THAT(told, ElementsAre("seen 100", "seen 200", "gone 100"));
}

TEST_F(ListenersTest, TwoHundredAndFiftySixProcessesBeginInAMinute)
{
    ASSERT_TRUE(watch->start());
    for (std::size_t i = 0; i < ListenerWatch::most_in_a_minute; ++i) {
        process.pid = static_cast<std::int32_t>(100 + i);
        EXPECT_FALSE(is_closed(connected()));
    }
    EXPECT_TRUE(becomes_quiet());
    process.pid = 2000;
    EXPECT_TRUE(is_closed(connected())) << "each of them is followed until it ends";
    EXPECT_THAT(told, SizeIs(2 * ListenerWatch::most_in_a_minute));
}

TEST_F(ListenersTest, TwoHundredAndFiftySixInAll)
{
    ASSERT_TRUE(watch->start());
    std::vector<UniqueFd> clients;
    for (std::size_t i = 0; i < ListenerWatch::most; ++i) {
        process.pid = static_cast<std::int32_t>(100 + i);
        unit.inode = 100 + i;
        clients.push_back(connected());
    }
    EXPECT_FALSE(is_closed(clients.back()));
    EXPECT_THAT(told, SizeIs(ListenerWatch::most));
    process.pid = 2000;
    EXPECT_TRUE(is_closed(connected()));
    EXPECT_THAT(told, SizeIs(ListenerWatch::most));
}

TEST_F(ListenersTest, OtherUsersAreRefused)
{
    watch = made(getuid() + 1);
    ASSERT_TRUE(watch->start());
    EXPECT_TRUE(is_closed(connected()));
    EXPECT_THAT(told, IsEmpty());
}

TEST_F(ListenersTest, AProcessInNoUnitIsRefused)
{
    ASSERT_TRUE(watch->start());
    is_known = false;
    EXPECT_TRUE(is_closed(connected()));
    EXPECT_THAT(told, IsEmpty());
    is_known = true;
    EXPECT_FALSE(is_closed(connected()));
}

TEST_F(ListenersTest, WhatWasLeftBehindIsReplaced)
{
    ASSERT_TRUE(watch->start());
    auto next = made(getuid());
    ASSERT_TRUE(next->start());
    const UniqueFd client = connected();
    EXPECT_THAT(next->connections_of({process}), SizeIs(1));
    next.reset();
    EXPECT_FALSE(scratch.exists("memory-pressure"));
    EXPECT_TRUE(is_closed(client));
}

TEST_F(ListenersTest, WithoutAPlaceForTheSocketThereIsASentence)
{
    path = scratch.path("missing/memory-pressure");
    const auto missing = made(getuid())->start();
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().sentence, HasSubstr("missing: No such file"));
    path = scratch.path(std::string(200, 'x'));
    const auto too_long = made(getuid())->start();
    ASSERT_FALSE(too_long);
    EXPECT_EQ(too_long.error().kind, ErrorKind::BadInput);
}

} // namespace

} // namespace headroom
