// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/bus_peers.h"

#include "parts/main_context.h"
#include "parts/private_bus.h"
#include "parts/scratch.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace headroom {
namespace {

struct BusPeersTest : testing::Test {
    seen::PrivateBus bus;
    ObjectPtr<GDBusConnection> ours = bus.connect();
    BusPeers peers{ours.get(), "/proc", "/nowhere"};
    std::vector<BusPeer> answers;

    void identify(const std::string &name)
    {
        peers.identify(name, [this](const BusPeer &peer) { answers.push_back(peer); });
    }
    /// The bus numbers its connections.
    [[nodiscard]] std::string name_of_the_next_connection() const
    {
        const std::string last = g_dbus_connection_get_unique_name(bus.connect().get());
        const auto dot = last.rfind('.') + 1;
        return last.substr(0, dot) + std::to_string(std::stoi(last.substr(dot)) + 1);
    }
    [[nodiscard]] bool await_answers(std::size_t count)
    {
        return seen::comes_true([&] { return answers.size() >= count; });
    }
};

TEST_F(BusPeersTest, EachCallIsAnsweredWithTheProcessOfTheConnection)
{
    const auto caller = bus.connect();
    identify(g_dbus_connection_get_unique_name(caller.get()));
    EXPECT_TRUE(answers.empty()) << "the bus has not been asked yet";
    ASSERT_TRUE(await_answers(1));
    EXPECT_EQ(answers.back().pid, getpid());
    EXPECT_EQ(answers.back().sandbox.standing, Standing::Free);
}

TEST_F(BusPeersTest, WhoeverCallsTooOftenCountsAsSandboxed)
{
    constexpr std::size_t most_waiting = 64;
    const auto caller = bus.connect();
    for (std::size_t call = 0; call < most_waiting + 1; ++call)
        identify(g_dbus_connection_get_unique_name(caller.get()));
    ASSERT_EQ(answers.size(), 1U) << "all others wait";
    EXPECT_EQ(answers.back().sandbox.standing, Standing::Sandboxed);
    EXPECT_EQ(answers.back().sandbox.why, "it called too often before it was identified");
    ASSERT_TRUE(await_answers(most_waiting + 1));
    EXPECT_EQ(answers.back().sandbox.standing, Standing::Free);
}

TEST_F(BusPeersTest, NothingIsKeptOfAConnectionThatIsGone)
{
    std::vector<std::string> forgotten;
    peers.on_gone = [&](const std::string &name) { forgotten.push_back(name); };
    const std::string name = name_of_the_next_connection();
    identify(name);
    identify(name);
    ASSERT_TRUE(await_answers(2)) << "each call is answered";
    EXPECT_EQ(answers.back().pid, 0);
    EXPECT_EQ(answers.back().sandbox.standing, Standing::Unidentified);
    EXPECT_EQ(forgotten, std::vector{name});
}

TEST_F(BusPeersTest, AnErrorIsNotRemembered)
{
    const std::string name = name_of_the_next_connection();
    identify(name);
    ASSERT_TRUE(await_answers(1));
    EXPECT_EQ(answers.back().sandbox.standing, Standing::Unidentified);
    const auto caller = bus.connect();
    ASSERT_EQ(g_dbus_connection_get_unique_name(caller.get()), name);
    identify(name);
    ASSERT_TRUE(await_answers(2));
    EXPECT_EQ(answers.back().pid, getpid());
    EXPECT_EQ(answers.back().sandbox.standing, Standing::Free);
}

/// The table of processes is the test's.
struct BusPeersInATable : testing::Test {
    seen::Scratch scratch;
    seen::PrivateBus bus;
    ObjectPtr<GDBusConnection> ours = bus.connect();
    BusPeers peers{ours.get(), scratch.path("proc"), scratch.path("run")};

    void namespaces(const std::string &its) const
    {
        for (const char *kind : {"mnt", "user", "pid"}) {
            const std::string at = std::format("proc/{}/ns/{}", getpid(), kind);
            std::filesystem::remove(scratch.path(at));
            scratch.link(at, kind + std::string{":"} + its);
            if (!std::filesystem::is_symlink(scratch.path(std::format("proc/self/ns/{}", kind))))
                scratch.link(std::format("proc/self/ns/{}", kind), kind + std::string{":[1]"});
        }
    }
    void started(int ticks) const { scratch.process(getpid(), 1, "", "/app.slice", ticks); }
    [[nodiscard]] BusPeer identified()
    {
        std::optional<BusPeer> answer;
        peers.identify(g_dbus_connection_get_unique_name(ours.get()),
                       [&](const BusPeer &peer) { answer = peer; });
        EXPECT_TRUE(seen::comes_true([&] { return answer.has_value(); }));
        return answer.value_or(BusPeer{});
    }
};

TEST_F(BusPeersInATable, AnotherProcessWithItsPidIsNotIt)
{
    started(100);
    const BusPeer peer = identified();
    EXPECT_EQ(peer.start_ticks, 100U);
    EXPECT_TRUE(peers.has_its_pid(peer));
    started(101);
    EXPECT_FALSE(peers.has_its_pid(peer));
}

TEST_F(BusPeersInATable, AnOwnerOutsideOfSandboxesIsAnswered)
{
    const std::string own = g_dbus_connection_get_unique_name(ours.get());
    for (const bool sandboxed : {true, false}) {
        const auto other = bus.connect();
        const std::string name = g_dbus_connection_get_unique_name(other.get());
        scratch.process(getpid(), 1, sandboxed ? "player" : "", "/app.slice");
        namespaces(sandboxed ? "[2]" : "[1]");
        std::vector<std::string> order;
        peers.identify_owner("org.xfce.Panel", name,
                             [&](const BusPeer &) { order.emplace_back("owner"); });
        peers.identify(name, [&](const BusPeer &) { order.emplace_back("caller"); });
        EXPECT_TRUE(seen::comes_true([&] { return order.size() == (sandboxed ? 1U : 2U); }));
        EXPECT_EQ(order.front(), sandboxed ? "caller" : "owner");
    }
}

TEST_F(BusPeersInATable, AFlatpakIsOneThatFlatpakHasNoted)
{
    scratch.process(getpid(), 1, "player", "/app.slice");
    namespaces("[2]");
    const std::string info = "[Application]\nname=org.example.Player\n[Instance]\ninstance-id=1\n";
    scratch.file(std::format("proc/{}/root/.flatpak-info", getpid()), info);
    for (const bool noted : {false, true}) {
        if (noted) {
            scratch.file("run/.flatpak/1/info", info);
            scratch.file("run/.flatpak/1/pid", std::to_string(getpid()));
        }
        const auto other = bus.connect();
        std::optional<BusPeer> answer;
        peers.identify(g_dbus_connection_get_unique_name(other.get()),
                       [&](const BusPeer &peer) { answer = peer; });
        ASSERT_TRUE(seen::comes_true([&] { return answer.has_value(); }));
        EXPECT_EQ(answer->sandbox.standing, Standing::Sandboxed);
        EXPECT_EQ(answer->sandbox.app, noted ? "org.example.Player" : "");
    }
}

TEST_F(BusPeersInATable, WhatHadEndedBeforeItWasSeenIsNoLaterProcess)
{
    const BusPeer peer = identified();
    EXPECT_EQ(peer.start_ticks, std::nullopt);
    EXPECT_FALSE(peers.has_its_pid(peer));
    started(100);
    EXPECT_FALSE(peers.has_its_pid(peer));
}

} // namespace
} // namespace headroom
