// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

/// TCP between processes of this machine: listening sockets that it can reach by a loopback
/// address, and both ends of connections between two such addresses.
namespace headroom {

struct TcpEnd {
    /// As in IPv6. Addresses of IPv4 are mapped (::ffff:127.0.0.1).
    std::array<std::uint8_t, 16> address{};
    std::uint16_t port = 0;

    auto operator<=>(const TcpEnd &) const = default;
};

struct TcpEnds {
    TcpEnd here;
    TcpEnd there;

    auto operator<=>(const TcpEnds &) const = default;
};

struct TcpSocket {
    TcpEnds ends;
    /// As in "socket:[4711]". 0: a connection that is not accepted yet.
    std::uint32_t inode = 0;
    /// The inode of the other end. 0: it is closed or not accepted yet.
    std::uint32_t peer = 0;
    /// For a listening socket: connections not accepted yet. Otherwise bytes not read yet.
    std::uint32_t waiting = 0;
    bool listens = false;
    /// A process listens at the port of this end, so the connection was made to it.
    bool serves = false;
};

/// Parses one socket of the answer, and adds it if it is such a one.
void take_tcp_socket(std::string_view body, std::vector<TcpSocket> &sockets);

/// Sets `peer` and `serves`, and leaves in `waiting` of a listening socket only what has called
/// from this machine. Sorts them.
void find_peers(std::vector<TcpSocket> &sockets);

/// All of them, or none if the kernel cannot report them. Blocks: see dump_sockets().
[[nodiscard]] std::vector<TcpSocket> tcp_sockets();

} // namespace headroom
