// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "connection_owner.h"

#include <gmock/gmock.h>

#include <arpa/inet.h>
#include <bit>
#include <netinet/in.h>

namespace headroom::metrics {

namespace {

using testing::Eq;
using testing::Optional;

constexpr const char *client = "0100007F:A2C4";
constexpr const char *server = "0100007F:2519";

/// As captured, with both ends of two connections to one port.
std::string table(const std::string &state = "01", const std::string &inode = "59203")
{
    return "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  "
           "timeout inode                                                     \n"
           "   0: 0100007F:2519 00000000:0000 0A 00000000:00000001 00:00000000 00000000  1000      "
           "  0 51001 1 0000000000000000 100 0 0 10 0                    \n"
           "   1: 0100007F:2519 0100007F:A2C4 01 00000000:00000000 00:00000000 00000000  1000      "
           "  0 59204 1 0000000000000000 20 4 30 10 -1                   \n"
           "   2: 0100007F:A2C4 0100007F:2520 01 00000000:00000000 00:00000000 00000000     0      "
           "  0 59100 1 0000000000000000 20 4 30 10 -1                   \n"
           "   3: 0100007F:A2C4 0100007F:2519 "
        + state + " 00000000:00000000 00:00000000 00000000  1001        0 " + inode
        + " 1 0000000000000000 20 4 30 10 -1                   \n";
}

TEST(ConnectionOwnerTest, IsTheUserOfTheClientsEnd)
{
    EXPECT_THAT(connection_owner(table(), client, server), Optional(Eq(1001U)));
    EXPECT_THAT(connection_owner(table(), server, client), Optional(Eq(1000U)));
}

TEST(ConnectionOwnerTest, WhatIsNotInTheTableHasNone)
{
    EXPECT_EQ(connection_owner(table(), "0100007F:A2C5", server), std::nullopt);
    EXPECT_EQ(connection_owner(table(), client, "0100007F:2521"), std::nullopt);
    EXPECT_EQ(connection_owner("", client, server), std::nullopt);
    EXPECT_EQ(connection_owner("3: 0100007F:A2C4 0100007F:2519 01\n", client, server),
              std::nullopt);
}

/// The kernel writes the user 0 for sockets that no process has any more.
TEST(ConnectionOwnerTest, AClientThatHasGoneIsNotRoot)
{
    for (const char *state : {"04", "05", "06", "07"})
        EXPECT_EQ(connection_owner(table(state), client, server), std::nullopt) << state;
    EXPECT_EQ(connection_owner(table("01", "0"), client, server), std::nullopt);
}

sockaddr_storage address(int family, const char *text, std::uint16_t port)
{
    sockaddr_storage result{};
    if (family == AF_INET) {
        auto *four = reinterpret_cast<sockaddr_in *>(&result);
        four->sin_port = htons(port);
        EXPECT_EQ(inet_pton(family, text, &four->sin_addr), 1);
    } else {
        auto *six = reinterpret_cast<sockaddr_in6 *>(&result);
        six->sin6_port = htons(port);
        EXPECT_EQ(inet_pton(family, text, &six->sin6_addr), 1);
    }
    result.ss_family = static_cast<sa_family_t>(family);
    return result;
}

struct Written {
    int family;
    const char *text;
    bool is_loopback;
    const char *in_url;
    const char *in_table; ///< on a little-endian machine
};

class ConnectionOwnerAddress : public testing::TestWithParam<Written> {};

TEST_P(ConnectionOwnerAddress, IsWrittenAsTheKernelDoes)
{
    const auto made = address(GetParam().family, GetParam().text, 9497);
    const auto *plain = reinterpret_cast<const sockaddr *>(&made);
    EXPECT_EQ(is_loopback(plain), GetParam().is_loopback);
    EXPECT_EQ(in_url(plain), GetParam().in_url);
    if constexpr (std::endian::native == std::endian::little)
        EXPECT_EQ(in_table(plain), GetParam().in_table);
}

INSTANTIATE_TEST_SUITE_P(
    All, ConnectionOwnerAddress,
    testing::Values(Written{AF_INET, "127.0.0.1", true, "127.0.0.1", "0100007F:2519"},
                    Written{AF_INET, "127.3.2.1", true, "127.3.2.1", "0102037F:2519"},
                    Written{AF_INET, "192.168.1.2", false, "192.168.1.2", "0201A8C0:2519"},
                    Written{AF_INET, "0.0.0.0", false, "0.0.0.0", "00000000:2519"},
                    Written{AF_INET6, "::1", true, "[::1]",
                            "00000000000000000000000001000000:2519"},
                    Written{AF_INET6, "::", false, "[::]", "00000000000000000000000000000000:2519"},
                    Written{AF_INET6, "::ffff:127.0.0.1", false, "[::ffff:127.0.0.1]",
                            "0000000000000000FFFF00000100007F:2519"}));

} // namespace

} // namespace headroom::metrics
