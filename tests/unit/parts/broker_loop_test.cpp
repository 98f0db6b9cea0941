// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "parts/broker_world.h"
#include "parts/local_server.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <thread>

namespace headroom {
namespace {

using seen::answer_of_broker;
using seen::BrokerWorld;
using seen::say_to_broker;
using testing::HasSubstr;
using testing::StartsWith;
using namespace std::chrono_literals;

/// A broker that runs until no client has been connected for 50 ms.
class BrokerLoop : public testing::Test {
protected:
    void SetUp() override { machine.world.limits.idle = 50ms; }

    void start()
    {
        // One connection is there from the beginning, so that it does not end before the test.
        first = connect();
        say_to_broker(first, "some 10000 500000 memory");
        auto made = broker::Broker::listen(UniqueFd{dup(server.listener.get())}, machine.world);
        ASSERT_TRUE(made) << made.error().sentence;
        thread =
            std::jthread{[this, its = std::move(*made)] { ended_well = its->run().has_value(); }};
        EXPECT_EQ(answer_of_broker(first).text, "Armed");
    }

    void end()
    {
        first.reset();
        thread.join();
        EXPECT_TRUE(ended_well);
    }

    [[nodiscard]] UniqueFd connect() const
    {
        auto client = connect_local(server.path, SOCK_SEQPACKET);
        EXPECT_TRUE(client) << client.error().sentence;
        if (!client)
            return {};
        EXPECT_EQ(fcntl(client->get(), F_SETFL, 0), 0); // the test may wait
        return std::move(*client);
    }

    [[nodiscard]] static std::string ask(const UniqueFd &connection, std::string_view text)
    {
        say_to_broker(connection, text);
        return answer_of_broker(connection).text;
    }

    BrokerWorld machine;
    seen::LocalServer server{machine.scratch.path("socket"), SOCK_SEQPACKET};
    UniqueFd first;
    bool ended_well = false;
    std::jthread thread;
};

TEST_F(BrokerLoop, EndsWhenNobodyIsConnectedAndLosesNobody)
{
    start();
    UniqueFd second = connect();
    EXPECT_EQ(ask(second, "some 10000 500000 cpu"), "Armed");
    first.reset();
    EXPECT_EQ(ask(second, "some 10000 500000 memory"), "Armed") << "it goes on";
    second.reset();
    end();
    const UniqueFd later = connect(); // systemd's socket still listens
    EXPECT_TRUE(later);
}

TEST_F(BrokerLoop, ClosesWhoSaysNothing)
{
    machine.world.limits.silence = 100ms;
    start();
    const UniqueFd silent = connect();
    EXPECT_EQ(answer_of_broker(silent).text, "") << "closed";
    EXPECT_EQ(ask(first, "some 10000 500000 cpu"), "Armed") << "who has a trigger stays";
    end();
}

TEST_F(BrokerLoop, ClosesWhoOnlySendsGarbage)
{
    start();
    const UniqueFd noisy = connect();
    EXPECT_THAT(ask(noisy, "GET / HTTP/1.1"), StartsWith("BadInput: "));
    EXPECT_EQ(answer_of_broker(noisy).text, "") << "closed";
    end();
}

TEST_F(BrokerLoop, HasOnlySoManyConnections)
{
    machine.world.limits.connections = 2;
    start();
    UniqueFd second = connect();
    EXPECT_EQ(ask(second, "some 10000 500000 cpu"), "Armed");
    const UniqueFd third = connect();
    EXPECT_THAT(answer_of_broker(third).text, HasSubstr("too many connections"));
    EXPECT_EQ(answer_of_broker(third).text, "") << "closed";
    second.reset();
    // The broker serves connections in the order in which they became ready.
    EXPECT_EQ(ask(first, "some 10000 500000 io"), "Armed");
    {
        const UniqueFd fourth = connect();
        EXPECT_EQ(ask(fourth, "some 10000 500000 cpu"), "Armed");
    }
    end();
}

TEST_F(BrokerLoop, AnswersOthersWhileACallerIsStopped)
{
    machine.world.limits.messages = 1'000'000;
    start();
    const UniqueFd stopped = connect(); // it never reads
    const std::string_view request = "some 10000 500000 nothing.pressure";
    std::size_t sent = 0;
    while (send(stopped.get(), request.data(), request.size(), MSG_NOSIGNAL) > 0)
        ++sent;
    EXPECT_GT(sent, 1U) << "closed at last, as it takes no answers";
    EXPECT_EQ(ask(first, "some 10000 500000 cpu"), "Armed");
    end();
}

TEST_F(BrokerLoop, SurvivesCallersThatAreGoneBeforeTheAnswer)
{
    start();
    for (int i = 0; i < 50; ++i)
        say_to_broker(connect(), "some 10000 500000 cpu");
    EXPECT_EQ(ask(first, "some 10000 500000 cpu"), "Armed");
    end();
}

TEST_F(BrokerLoop, RefusesTheSandboxedAndClosesThem)
{
    start();
    machine.fact(BrokerWorld::caller, "mountinfo", "900 1 0:77 / / rw - tmpfs tmpfs rw\n");
    const UniqueFd sandboxed = connect();
    EXPECT_THAT(ask(sandboxed, "some 10000 500000 memory"), StartsWith("Refused: "));
    EXPECT_EQ(answer_of_broker(sandboxed).text, "") << "closed";
    EXPECT_EQ(machine.armed.size(), 1U);
    end();
}

} // namespace
} // namespace headroom
