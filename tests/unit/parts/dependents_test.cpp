// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/dependents.h"

#include "parts/scratch.h"

namespace headroom {

namespace {

constexpr const char *place = "/run/user/1000/app/socket";

LocalStream listening(std::uint32_t inode, std::uint32_t waiting, const char *name = place)
{
    return {.inode = inode, .waiting = waiting, .listens = true, .name = name};
}

LocalStream connected(std::uint32_t inode, std::uint32_t peer, std::uint32_t waiting, const char *name = place)
{
    return {.inode = inode, .peer = peer, .waiting = waiting, .name = name};
}

struct Row {
    const char *what;
    std::vector<LocalStream> streams;
    Dependence is;
};

/// The app has 1 to 9 open. 20 to 29 stand still as well.
const std::vector<Row> rows{
    {"nothing at all", {}, Dependence::None},
    {"it listens", {listening(1, 0)}, Dependence::None},
    {"somebody calls", {listening(1, 1)}, Dependence::Waiting},
    {"somebody calls another", {listening(1, 0), listening(42, 3)}, Dependence::None},
    {"somebody is connected", {listening(1, 0), connected(2, 42, 0)}, Dependence::Connected},
    {"and has asked", {connected(2, 42, 1), listening(1, 0)}, Dependence::Waiting},
    {"its own process is connected", {listening(1, 0), connected(2, 3, 7), connected(3, 2, 0, "")}, Dependence::None},
    {"who stands still has asked", {listening(1, 0), connected(2, 21, 7)}, Dependence::None},
    {"who has asked is gone", {listening(1, 0), connected(2, 0, 7)}, Dependence::None},
    {"the compositor tells it something", {listening(1, 0), connected(2, 42, 4096, "")}, Dependence::None},
    {"a server that passed on a connection", {connected(2, 42, 4096, "/run/user/1000/bus")}, Dependence::None},
    {"somebody without a name listens", {listening(1, 0, ""), connected(2, 42, 7, "")}, Dependence::None},
};

TEST(Dependents, WhoListensServes)
{
    const SocketInodes own{1, 2, 3, 4, 5, 6, 7, 8, 9};
    SocketInodes still = own;
    for (std::uint32_t inode = 20; inode < 30; ++inode)
        still.insert(inode);
    for (const Row &row : rows)
        EXPECT_EQ(depended_on(own, still, row.streams), row.is) << row.what;
}

TEST(Dependents, ACompositorsEventsPileUp)
{
    constexpr std::uint32_t full = 212992;
    const auto sent_by = [](const char *name, std::uint32_t unsent) { return LocalStream{.inode = 42, .peer = 1, .unsent = unsent, .name = name}; };
    EXPECT_TRUE(leaves_events_unread({1}, {sent_by("/run/user/1000/wayland-0", full)}));
    EXPECT_FALSE(leaves_events_unread({2}, {sent_by("/run/user/1000/wayland-0", full)})) << "of another app's";
    EXPECT_FALSE(leaves_events_unread({1}, {sent_by("/run/user/1000/wayland-0", full / 4)}));
    EXPECT_FALSE(leaves_events_unread({1}, {sent_by("/run/user/1000/bus", full)})) << "nobody is disconnected there";
    EXPECT_FALSE(leaves_events_unread({1}, {sent_by("", full)}));
}

TEST(Dependents, WhoIsConnectedToAnXServer)
{
    using namespace std::string_literals;
    const auto server = [](std::string name, bool listens = false) { return LocalStream{.inode = 42, .peer = 1, .listens = listens, .name = std::move(name)}; };
    EXPECT_TRUE(is_x11_client({1}, {server("/tmp/.X11-unix/X0")}));
    EXPECT_TRUE(is_x11_client({1}, {server("\0/tmp/.X11-unix/X0"s)}));
    EXPECT_FALSE(is_x11_client({2}, {server("/tmp/.X11-unix/X0")})) << "another app is";
    EXPECT_FALSE(is_x11_client({1}, {server("/run/user/1000/wayland-0")}));
    EXPECT_FALSE(is_x11_client({1, 42}, {server("/tmp/.X11-unix/X0", true)})) << "the server itself";
}

TEST(Dependents, SocketsAreFoundAmongOpenFiles)
{
    const seen::Scratch scratch;
    for (const auto &[number, target] : std::vector<std::pair<int, std::string>>{{0, "/dev/null"},
                                                                                 {1, "socket:[4711]"},
                                                                                 {2, "socket:[]"},
                                                                                 {3, "socket:[12x]"},
                                                                                 {4, "socket:[99999999999]"},
                                                                                 {5, "pipe:[5]"},
                                                                                 {6, "socket:[4294967295]"}})
        scratch.link(std::format("proc/42/fd/{}", number), target);
    SocketInodes found;
    add_sockets(scratch.path("proc"), 42, found);
    add_sockets(scratch.path("proc"), 43, found);
    EXPECT_EQ(found, (SocketInodes{4711, 4294967295}));
}

} // namespace

} // namespace headroom
