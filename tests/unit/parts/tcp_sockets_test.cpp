// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/tcp_sockets.h"

#include "sys/socket_dump.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <arpa/inet.h>
#include <linux/inet_diag.h>
#include <map>
#include <netinet/tcp.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <vector>

namespace headroom {

namespace {

/// One socket, as the kernel would report it.
struct Reported {
    const char *here;
    std::uint16_t at;
    const char *there;
    std::uint16_t to;
    std::uint8_t state = TCP_ESTABLISHED;
    std::uint32_t inode = 1;
    std::uint32_t waiting = 0;
};

std::string body_of(const Reported &socket)
{
    inet_diag_msg body{};
    const int family = std::string_view{socket.here}.contains(':') ? AF_INET6 : AF_INET;
    body.idiag_family = static_cast<std::uint8_t>(family);
    body.idiag_state = socket.state;
    EXPECT_EQ(inet_pton(family, socket.here, &body.id.idiag_src), 1) << socket.here;
    EXPECT_EQ(inet_pton(family, socket.there, &body.id.idiag_dst), 1) << socket.there;
    body.id.idiag_sport = htons(socket.at);
    body.id.idiag_dport = htons(socket.to);
    body.idiag_inode = socket.inode;
    body.idiag_rqueue = socket.waiting;
    return std::string{bytes_of(body)};
}

std::vector<TcpSocket> found_in(const std::vector<Reported> &reported)
{
    std::vector<TcpSocket> sockets;
    for (const Reported &each : reported)
        take_tcp_socket(body_of(each), sockets);
    find_peers(sockets);
    return sockets;
}

TcpSocket with_inode(const std::vector<TcpSocket> &sockets, std::uint32_t inode)
{
    const auto found = std::ranges::find(sockets, inode, &TcpSocket::inode);
    EXPECT_NE(found, sockets.end()) << inode;
    return found == sockets.end() ? TcpSocket{} : *found;
}

struct Row {
    const char *here;
    const char *there;
    bool counts;
};

TEST(TcpSockets, OnlyConnectionsWithinThisMachineCount)
{
    for (const Row &row : {
             Row{"127.0.0.1", "127.0.0.1", true},
             Row{"127.255.2.3", "127.0.0.1", true},
             Row{"::1", "::1", true},
             Row{"::ffff:127.0.0.1", "::ffff:127.0.0.1", true},
             Row{"192.168.1.2", "93.184.215.14", false},
             Row{"192.168.1.2", "192.168.1.2", false},
             Row{"127.0.0.1", "192.168.1.2", false},
             Row{"192.168.1.2", "127.0.0.1", false},
             Row{"126.255.255.255", "126.255.255.255", false},
             Row{"128.0.0.1", "128.0.0.1", false},
             Row{"0.0.0.0", "0.0.0.0", false},
             Row{"::", "::", false},
             Row{"::2", "::2", false},
             Row{"::127.0.0.1", "::127.0.0.1", false},
             Row{"::ffff:10.0.0.1", "::ffff:10.0.0.1", false},
             Row{"fe80::1", "fe80::1", false},
             Row{"7f00::1", "7f00::1", false},
         })
        EXPECT_EQ(found_in({{row.here, 4711, row.there, 80}}).size(), row.counts ? 1U : 0U)
            << row.here << " to " << row.there;
}

TEST(TcpSockets, WhoListensWhereThisMachineCallsCounts)
{
    for (const Row &row : {
             Row{"127.0.0.1", "0.0.0.0", true},
             Row{"127.0.0.53", "0.0.0.0", true},
             Row{"0.0.0.0", "0.0.0.0", true},
             Row{"::1", "::", true},
             Row{"::", "::", true},
             Row{"::ffff:127.0.0.1", "::", true},
             Row{"::ffff:0.0.0.0", "::", true},
             Row{"192.168.1.2", "0.0.0.0", false},
             Row{"fe80::1", "::", false},
         }) {
        const auto found = found_in({{row.here, 80, row.there, 0, TCP_LISTEN}});
        EXPECT_EQ(found.size(), row.counts ? 1U : 0U) << row.here;
        EXPECT_TRUE(found.empty() || (found.front().listens && found.front().serves)) << row.here;
    }
}

struct StateRow {
    int state;
    bool open; ///< counts if a process has it open
    bool without; ///< and if none has
};

TEST(TcpSockets, WhatIsOverDoesNotCount)
{
    for (const StateRow &row : {
             StateRow{TCP_ESTABLISHED, true, true},
             StateRow{TCP_CLOSE_WAIT, true, true},
             StateRow{TCP_FIN_WAIT1, true, false},
             StateRow{TCP_FIN_WAIT2, true, false},
             StateRow{TCP_SYN_SENT, false, false},
             StateRow{TCP_SYN_RECV, false, false},
             StateRow{TCP_TIME_WAIT, false, false},
             StateRow{TCP_CLOSE, false, false},
             StateRow{TCP_LAST_ACK, false, false},
             StateRow{TCP_CLOSING, false, false},
             StateRow{0, false, false},
             StateRow{33, false, false},
             StateRow{255, false, false},
         }) {
        const auto state = static_cast<std::uint8_t>(row.state);
        EXPECT_EQ(found_in({{"::1", 1, "::1", 2, state, 42}}).size(), row.open ? 1U : 0U)
            << row.state;
        EXPECT_EQ(found_in({{"::1", 1, "::1", 2, state, 0}}).size(), row.without ? 1U : 0U)
            << row.state;
    }
}

TEST(TcpSockets, TheOtherEndHasAddressesAndPortsReversed)
{
    const auto sockets = found_in({
        {"127.0.0.1", 5001, "127.0.0.1", 80, TCP_ESTABLISHED, 11},
        {"127.0.0.1", 80, "127.0.0.1", 5001, TCP_ESTABLISHED, 12},
        {"::1", 5001, "::1", 80, TCP_ESTABLISHED, 13}, // the other family
        {"127.0.0.1", 5002, "127.0.0.1", 80, TCP_ESTABLISHED, 14}, // another port
        {"127.0.0.2", 80, "127.0.0.1", 5002, TCP_ESTABLISHED, 15}, // another address
        {"127.0.0.1", 5003, "127.0.0.1", 80, TCP_ESTABLISHED, 16},
        {"::ffff:127.0.0.1", 80, "::ffff:127.0.0.1", 5003, TCP_ESTABLISHED, 17}, // mapped
        {"127.0.0.1", 5004, "127.0.0.1", 80, TCP_ESTABLISHED, 18},
        {"127.0.0.1", 80, "127.0.0.1", 5004, TCP_ESTABLISHED, 0}, // not accepted
        {"127.0.0.1", 80, "127.0.0.1", 5005, TCP_CLOSE_WAIT, 19},
        {"127.0.0.1", 5005, "127.0.0.1", 80, TCP_FIN_WAIT2, 0}, // closed
    });
    const std::map<std::uint32_t, std::uint32_t> peers{
        {11, 12}, {12, 11}, {13, 0}, {14, 0}, {15, 0}, {16, 17}, {17, 16}, {18, 0}, {19, 0}};
    for (const auto &[inode, peer] : peers) {
        EXPECT_EQ(with_inode(sockets, inode).peer, peer) << inode;
        EXPECT_FALSE(with_inode(sockets, inode).serves) << "no process listens";
    }
}

/// Otherwise any machine nearby could keep an app from being frozen.
TEST(TcpSockets, OnlyCallersOfThisMachineWait)
{
    const auto sockets = found_in({
        {"0.0.0.0", 80, "0.0.0.0", 0, TCP_LISTEN, 11, 3},
        {"127.0.0.1", 80, "127.0.0.1", 5001, TCP_ESTABLISHED, 0},
        {"192.168.1.2", 80, "192.168.1.3", 5001, TCP_ESTABLISHED, 0},
        {"192.168.1.2", 80, "192.168.1.3", 5002, TCP_ESTABLISHED, 0},
        {"0.0.0.0", 81, "0.0.0.0", 0, TCP_LISTEN, 12, 2},
        {"192.168.1.2", 81, "192.168.1.3", 5001, TCP_ESTABLISHED, 0},
        {"::", 82, "::", 0, TCP_LISTEN, 13, 0}, // two at one port
        {"::", 82, "::", 0, TCP_LISTEN, 14, 2},
        {"::ffff:127.0.0.1", 82, "::ffff:127.0.0.1", 5001, TCP_CLOSE_WAIT, 0},
        {"::1", 82, "::1", 5001, TCP_ESTABLISHED, 0},
        {"::1", 82, "::1", 5002, TCP_ESTABLISHED, 15, 7},
    });
    EXPECT_EQ(with_inode(sockets, 11).waiting, 1U);
    EXPECT_EQ(with_inode(sockets, 12).waiting, 0U);
    EXPECT_EQ(with_inode(sockets, 13).waiting, 0U);
    EXPECT_EQ(with_inode(sockets, 14).waiting, 2U);
    EXPECT_EQ(with_inode(sockets, 15).waiting, 7U) << "bytes";
    EXPECT_TRUE(with_inode(sockets, 15).serves);
}

TEST(TcpSockets, ThereIsALimitAndOtherMachinesTakeNothingOfIt)
{
    constexpr std::size_t many = 70'000;
    constexpr std::size_t limit = 65'536;
    std::vector<TcpSocket> sockets;
    const std::string outside = body_of({"192.168.1.2", 5001, "93.184.215.14", 443});
    for (std::size_t count = 0; count < many; ++count)
        take_tcp_socket(outside, sockets);
    EXPECT_EQ(sockets.size(), 0U);
    const std::string inside = body_of({"127.0.0.1", 5001, "127.0.0.1", 443});
    for (std::size_t count = 0; count < many; ++count)
        take_tcp_socket(inside, sockets);
    EXPECT_EQ(sockets.size(), limit);
}

TEST(TcpSockets, NonsenseIsNoSocket)
{
    std::vector<TcpSocket> sockets;
    for (const std::size_t length : {0U, 1U, 71U, 72U, 200U}) {
        for (const char byte : {'\0', '\x01', '\x02', '\x0a', '\xff'})
            take_tcp_socket(std::string(length, byte), sockets);
    }
    EXPECT_TRUE(sockets.empty());
    find_peers(sockets);
    const std::string whole = body_of({"127.0.0.1", 1, "127.0.0.1", 2});
    take_tcp_socket(whole.substr(0, whole.size() - 1), sockets);
    EXPECT_TRUE(sockets.empty()) << "cut off";
    take_tcp_socket(whole + "attributes", sockets);
    EXPECT_EQ(sockets.size(), 1U);
}

} // namespace

} // namespace headroom
