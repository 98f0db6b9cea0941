// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/unique_fd.h"

#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <cstdint>
#include <cstring>
#include <netinet/in.h>
#include <poll.h>
#include <string>
#include <sys/socket.h>

namespace headroom::seen {

/// Waits until there is something to accept or to read. TCP delivers by itself, which may be after
/// the call that sent.
[[nodiscard]] inline bool arrives(const UniqueFd &fd)
{
    constexpr int patience_ms = 20'000;
    pollfd waits{.fd = fd.get(), .events = POLLIN, .revents = 0};
    return poll(&waits, 1, patience_ms) == 1;
}

[[nodiscard]] inline int family_of(const std::string &address)
{
    return address.contains(':') ? AF_INET6 : AF_INET;
}

[[nodiscard]] inline sockaddr_storage tcp_address(const std::string &address, std::uint16_t port)
{
    sockaddr_storage result{};
    if (family_of(address) == AF_INET6) {
        sockaddr_in6 six{};
        six.sin6_family = AF_INET6;
        six.sin6_port = htons(port);
        EXPECT_EQ(inet_pton(AF_INET6, address.c_str(), &six.sin6_addr), 1) << address;
        std::memcpy(&result, &six, sizeof six);
    } else {
        sockaddr_in four{};
        four.sin_family = AF_INET;
        four.sin_port = htons(port);
        EXPECT_EQ(inet_pton(AF_INET, address.c_str(), &four.sin_addr), 1) << address;
        std::memcpy(&result, &four, sizeof four);
    }
    return result;
}

/// Listens on a TCP port of the test's own, which the kernel chooses. "::" includes IPv4.
struct TcpServer {
    explicit TcpServer(const std::string &at)
        : listener(socket(family_of(at), SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        const int off = 0;
        if (family_of(at) == AF_INET6)
            EXPECT_EQ(setsockopt(listener.get(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off), 0);
        const sockaddr_storage address = tcp_address(at, 0);
        EXPECT_EQ(
            bind(listener.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0)
            << at;
        EXPECT_EQ(listen(listener.get(), 64), 0);
        sockaddr_in bound{}; // the port is at the same place in both families
        socklen_t length = sizeof bound;
        EXPECT_EQ(getsockname(listener.get(), reinterpret_cast<sockaddr *>(&bound), &length), 0);
        port = ntohs(bound.sin_port);
    }

    [[nodiscard]] UniqueFd connect(const std::string &to) const
    {
        UniqueFd client{socket(family_of(to), SOCK_STREAM | SOCK_CLOEXEC, 0)};
        const sockaddr_storage address = tcp_address(to, port);
        EXPECT_EQ(
            ::connect(client.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address),
            0)
            << to;
        EXPECT_TRUE(arrives(listener));
        return client;
    }
    [[nodiscard]] UniqueFd accept() const
    {
        return UniqueFd{::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC)};
    }

    UniqueFd listener;
    std::uint16_t port = 0;
};

} // namespace headroom::seen
