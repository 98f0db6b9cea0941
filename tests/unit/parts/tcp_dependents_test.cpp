// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/dependents.h"

#include "parts/local_server.h"
#include "parts/tcp_server.h"

#include <algorithm>
#include <array>
#include <format>
#include <optional>
#include <string>
#include <unistd.h>
#include <vector>

namespace headroom {

namespace {

using seen::arrives;
using seen::inode_of;
using seen::TcpServer;

/// Where the app listens, and at which address another process calls it.
struct Way {
    const char *listens;
    const char *called;
};

const std::vector<Way> ways{
    {"127.0.0.1", "127.0.0.1"},
    {"127.4.5.6", "127.4.5.6"},
    {"0.0.0.0", "127.0.0.1"},
    {"::1", "::1"},
    {"::", "::1"},
    {"::", "127.0.0.1"}, // one end of IPv6, one of IPv4
    {"::ffff:127.0.0.1", "127.0.0.1"},
};

std::string words(const Way &way)
{
    return std::format("{} called at {}", way.listens, way.called);
}

/// As in a freeze: the app is frozen, and so are others with these sockets.
Dependence on(const SocketInodes &own, SocketInodes still = {})
{
    const auto streams = local_streams();
    EXPECT_TRUE(streams) << streams.error().sentence;
    still.insert(own.begin(), own.end());
    return streams ? dependence_on(own, still, *streams) : Dependence::None;
}

std::optional<LocalStream> find(const UniqueFd &fd)
{
    const auto streams = local_streams();
    EXPECT_TRUE(streams) << streams.error().sentence;
    const auto found = std::ranges::find(*streams, inode_of(fd), &LocalStream::inode);
    return found == streams->end() ? std::nullopt : std::optional{*found};
}

void send_four(const UniqueFd &from, const UniqueFd &to)
{
    EXPECT_EQ(write(from.get(), "four", 4), 4);
    EXPECT_TRUE(arrives(to));
}

ssize_t read_some(const UniqueFd &fd)
{
    std::array<char, 16> buffer{};
    return read(fd.get(), buffer.data(), buffer.size());
}

TEST(TcpDependents, WhoListensAloneServesNobody)
{
    for (const Way &way : ways) {
        const TcpServer server{way.listens};
        EXPECT_EQ(on({inode_of(server.listener)}), Dependence::None) << words(way);
    }
}

TEST(TcpDependents, AConnectionCountsUntilItIsClosed)
{
    for (const Way &way : ways) {
        SCOPED_TRACE(words(way));
        const TcpServer server{way.listens};
        const std::uint32_t listener = inode_of(server.listener);
        UniqueFd client = server.connect(way.called);
        EXPECT_EQ(on({listener}), Dependence::Waiting) << "it is not accepted";
        const UniqueFd accepted = server.accept();
        const SocketInodes own{listener, inode_of(accepted)};
        EXPECT_EQ(on(own), Dependence::Connected);
        EXPECT_EQ(on(own, {inode_of(client)}), Dependence::None) << "the caller stands still, too";
        EXPECT_EQ(on({inode_of(client)}), Dependence::None) << "who calls serves nobody";
        client.reset();
        ASSERT_TRUE(arrives(accepted));
        EXPECT_EQ(on(own), Dependence::None) << "the caller is gone";
    }
}

TEST(TcpDependents, UnreadDataIsWaitedFor)
{
    for (const Way &way : ways) {
        SCOPED_TRACE(words(way));
        const TcpServer server{way.listens};
        const UniqueFd client = server.connect(way.called);
        const UniqueFd accepted = server.accept();
        const SocketInodes own{inode_of(server.listener), inode_of(accepted)};
        send_four(client, accepted);
        EXPECT_EQ(on(own), Dependence::Waiting);
        EXPECT_EQ(on(own, {inode_of(client)}), Dependence::None) << "who asked stands still";
        EXPECT_EQ(read_some(accepted), 4);
        EXPECT_EQ(on(own), Dependence::Connected) << "it has been read";
        send_four(accepted, client);
        EXPECT_EQ(on(own), Dependence::Connected) << "the answer";
        EXPECT_EQ(on({inode_of(client)}), Dependence::None) << "an answer is input";
    }
}

TEST(TcpDependents, ItsOwnProcessesDoNotCount)
{
    const TcpServer server{"127.0.0.1"};
    const UniqueFd client = server.connect("127.0.0.1");
    const UniqueFd accepted = server.accept();
    send_four(client, accepted);
    EXPECT_EQ(on({inode_of(server.listener), inode_of(accepted), inode_of(client)}),
              Dependence::None);
}

TEST(TcpDependents, WhoHasSentItsRequestAwaitsTheAnswer)
{
    const TcpServer server{"127.0.0.1"};
    const UniqueFd client = server.connect("127.0.0.1");
    const UniqueFd accepted = server.accept();
    const SocketInodes own{inode_of(server.listener), inode_of(accepted)};
    send_four(client, accepted);
    ASSERT_EQ(shutdown(client.get(), SHUT_WR), 0);
    EXPECT_EQ(on(own), Dependence::Waiting);
    EXPECT_EQ(read_some(accepted), 4);
    EXPECT_EQ(read_some(accepted), 0) << "the end";
    EXPECT_EQ(on(own), Dependence::Connected);
}

TEST(TcpDependents, EndsKnowEachOtherAndThePort)
{
    const TcpServer server{"::"};
    const UniqueFd client = server.connect("127.0.0.1");
    const UniqueFd accepted = server.accept();
    send_four(client, accepted);
    const auto listens = find(server.listener);
    const auto served = find(accepted);
    const auto calling = find(client);
    ASSERT_TRUE(listens && served && calling);
    const std::string name = std::format("tcp:{}", server.port);
    EXPECT_TRUE(listens->listens);
    EXPECT_EQ(listens->name, name);
    EXPECT_EQ(listens->waiting, 0U) << "all is accepted";
    EXPECT_FALSE(served->listens);
    EXPECT_EQ(served->name, name);
    EXPECT_EQ(served->peer, inode_of(client));
    EXPECT_EQ(served->waiting, 4U);
    EXPECT_EQ(calling->name, "");
    EXPECT_EQ(calling->peer, inode_of(accepted));
    EXPECT_EQ(calling->waiting, 0U);
}

} // namespace

} // namespace headroom
