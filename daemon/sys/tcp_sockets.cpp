// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/tcp_sockets.h"

#include "sys/socket_dump.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cstring>
#include <linux/inet_diag.h>
#include <map>
#include <netinet/in.h>
#include <netinet/tcp.h>

namespace headroom {

namespace {

using Address = std::array<std::uint8_t, 16>;

// Limits only sockets that count. A browser's connections to other machines take up no room.
constexpr std::size_t most_sockets = 65536;

// Half-closed ones count: a client may close its direction after the request and await the answer.
// In the states after that, as in TIME_WAIT, neither process waits.
constexpr std::uint32_t half_closed = 1U << TCP_FIN_WAIT1 | 1U << TCP_FIN_WAIT2;
constexpr std::uint32_t states =
    1U << TCP_LISTEN | 1U << TCP_ESTABLISHED | 1U << TCP_CLOSE_WAIT | half_closed;

constexpr Address any{};
constexpr Address loopback{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
/// 0.0.0.0, mapped.
constexpr Address any_mapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0};
constexpr std::size_t mapped_at = 12;
constexpr std::uint8_t loopback_net = 127;

bool is_loopback(const Address &address)
{
    return address == loopback
        || (std::equal(any_mapped.begin(), any_mapped.begin() + mapped_at, address.begin())
            && address[mapped_at] == loopback_net);
}

/// What listens there can be called at each loopback address, too.
bool is_everywhere(const Address &address)
{
    return address == any || address == any_mapped;
}

/// words: four of them, in network order. IPv4 uses the first.
TcpEnd end_at(std::uint8_t family, const void *words, std::uint16_t port)
{
    TcpEnd end{.address = any, .port = ntohs(port)};
    if (family == AF_INET) {
        end.address = any_mapped;
        std::memcpy(&end.address[mapped_at], words, end.address.size() - mapped_at);
    } else {
        std::memcpy(end.address.data(), words, end.address.size());
    }
    return end;
}

bool is_among(std::uint32_t several, std::uint8_t state)
{
    return state < 32 && ((several >> state) & 1U) != 0;
}

/// Connections that are not accepted yet, for each port at which a process listens. The kernel's
/// own count includes callers from other machines. If it were used, such a caller could prevent
/// each freeze.
std::map<std::uint16_t, std::uint32_t> calls_at_ports(const std::vector<TcpSocket> &sockets)
{
    std::map<std::uint16_t, std::uint32_t> calls;
    for (const TcpSocket &socket : sockets) {
        if (socket.listens)
            calls.try_emplace(socket.ends.here.port, 0);
    }
    for (const TcpSocket &socket : sockets) {
        const auto at = calls.find(socket.ends.here.port);
        if (!socket.listens && socket.inode == 0 && at != calls.end())
            ++at->second;
    }
    return calls;
}

} // namespace

void take_tcp_socket(std::string_view body, std::vector<TcpSocket> &sockets)
{
    inet_diag_msg header{};
    if (!copy_front(body, header) || sockets.size() >= most_sockets)
        return;
    const std::uint8_t family = header.idiag_family;
    if ((family != AF_INET && family != AF_INET6) || !is_among(states, header.idiag_state))
        return;
    // Closed by its process, as long as the kernel has something to send.
    if (header.idiag_inode == 0 && is_among(half_closed, header.idiag_state))
        return;
    const TcpEnds ends{.here = end_at(family, header.id.idiag_src, header.id.idiag_sport),
                       .there = end_at(family, header.id.idiag_dst, header.id.idiag_dport)};
    const bool listens = header.idiag_state == TCP_LISTEN;
    const bool counts = listens ? is_loopback(ends.here.address) || is_everywhere(ends.here.address)
                                : is_loopback(ends.here.address) && is_loopback(ends.there.address);
    if (counts)
        sockets.push_back({.ends = ends,
                           .inode = header.idiag_inode,
                           .waiting = header.idiag_rqueue,
                           .listens = listens});
}

void find_peers(std::vector<TcpSocket> &sockets)
{
    const auto calls = calls_at_ports(sockets);
    std::ranges::sort(sockets, {}, &TcpSocket::ends);
    for (TcpSocket &socket : sockets) {
        const auto at = calls.find(socket.ends.here.port);
        socket.serves = at != calls.end();
        if (socket.listens) {
            // Several processes may listen at one port, each with calls of its own.
            socket.waiting = std::min(socket.waiting, at->second);
            continue;
        }
        const TcpEnds reversed{.here = socket.ends.there, .there = socket.ends.here};
        const auto other = std::ranges::lower_bound(sockets, reversed, {}, &TcpSocket::ends);
        if (other != sockets.end() && other->ends == reversed)
            socket.peer = other->inode;
    }
}

std::vector<TcpSocket> tcp_sockets()
{
    std::vector<TcpSocket> sockets;
    for (const int family : {AF_INET, AF_INET6}) {
        inet_diag_req_v2 what{};
        what.sdiag_family = static_cast<std::uint8_t>(family);
        what.sdiag_protocol = IPPROTO_TCP;
        what.idiag_states = states;
        // An error is tolerated: without TCP, at least the socket files are known. Logged, it would
        // be repeated with each look.
        (void)dump_sockets(bytes_of(what),
                           [&](std::string_view body) { take_tcp_socket(body, sockets); });
    }
    find_peers(sockets);
    return sockets;
}

} // namespace headroom
