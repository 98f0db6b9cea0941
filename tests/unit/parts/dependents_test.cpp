// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/dependents.h"

#include "parts/scratch.h"

namespace headroom {

namespace {

constexpr const char *place = "/run/user/1000/app/socket";

LocalStream listening(std::uint32_t inode, std::uint32_t waiting, const char *name = place)
{
    return {.inode = inode, .waiting = waiting, .listens = true, .name = name};
}

LocalStream connected(std::uint32_t inode, std::uint32_t peer, std::uint32_t waiting,
                      const char *name = place)
{
    return {.inode = inode, .peer = peer, .waiting = waiting, .name = name};
}

struct Row {
    const char *what;
    std::vector<LocalStream> streams;
    Dependence is;
};

/// The app has sockets 1 to 9 open. 20 to 29 belong to frozen processes as well.
const std::vector<Row> rows{
    {"nothing at all", {}, Dependence::None},
    {"it listens", {listening(1, 0)}, Dependence::None},
    {"somebody calls", {listening(1, 1)}, Dependence::Waiting},
    {"somebody calls another", {listening(1, 0), listening(42, 3)}, Dependence::None},
    {"somebody is connected", {listening(1, 0), connected(2, 42, 0)}, Dependence::Connected},
    {"and has asked", {connected(2, 42, 1), listening(1, 0)}, Dependence::Waiting},
    {"its own process is connected",
     {listening(1, 0), connected(2, 3, 7), connected(3, 2, 0, "")},
     Dependence::None},
    {"who stands still has asked", {listening(1, 0), connected(2, 21, 7)}, Dependence::None},
    {"who has asked is gone", {listening(1, 0), connected(2, 0, 7)}, Dependence::None},
    {"the compositor tells it something",
     {listening(1, 0), connected(2, 42, 4096, "")},
     Dependence::None},
    {"a server that passed on a connection",
     {connected(2, 42, 4096, "/run/user/1000/bus")},
     Dependence::None},
    {"somebody without a name listens",
     {listening(1, 0, ""), connected(2, 42, 7, "")},
     Dependence::None},
};

TEST(Dependents, WhoListensServes)
{
    const SocketInodes own{1, 2, 3, 4, 5, 6, 7, 8, 9};
    SocketInodes still = own;
    for (std::uint32_t inode = 20; inode < 30; ++inode)
        still.insert(inode);
    for (const Row &row : rows)
        EXPECT_EQ(dependence_on(own, still, row.streams), row.is) << row.what;
}

TEST(Dependents, ACompositorsEventsPileUp)
{
    constexpr std::uint32_t full = 212992;
    const auto sent_by = [](const char *name, std::uint32_t unsent) {
        return LocalStream{.inode = 42, .peer = 1, .unsent = unsent, .name = name};
    };
    EXPECT_TRUE(unread_events({1}, {sent_by("/run/user/1000/wayland-0", full)}).nearly_full);
    EXPECT_FALSE(unread_events({2}, {sent_by("/run/user/1000/wayland-0", full)}).nearly_full)
        << "another app's";
    EXPECT_FALSE(unread_events({1}, {sent_by("/run/user/1000/wayland-0", full / 4)}).nearly_full);
    EXPECT_FALSE(unread_events({1}, {sent_by("/run/user/1000/bus", full)}).nearly_full)
        << "the bus disconnects no client";
    EXPECT_FALSE(unread_events({1}, {sent_by("", full)}).nearly_full);
}

TEST(Dependents, WhatADisplayServerHasSent)
{
    const auto end = [](std::uint32_t inode, std::uint32_t peer, std::uint32_t waiting,
                        const char *name) {
        return LocalStream{.inode = inode, .peer = peer, .waiting = waiting, .name = name};
    };
    const std::vector<LocalStream> streams{
        end(1, 11, 36, ""), end(11, 1, 5, "/run/user/1000/wayland-0"),
        end(2, 12, 32, ""), end(12, 2, 0, "/tmp/.X11-unix/X0"),
        end(3, 13, 64, ""), end(13, 3, 0, "/tmp/.X11-unix/X0"),
        end(4, 14, 99, ""), end(14, 4, 0, "/run/user/1000/bus"),
    };
    const UnreadEvents unread = unread_events({1, 2, 3, 4}, streams);
    EXPECT_EQ(unread.wayland, 36U);
    EXPECT_EQ(unread.x11, 32U + 64U);
    EXPECT_EQ(unread_events({4}, streams).wayland + unread_events({4}, streams).x11, 0U)
        << "the bus is not a display server";
}

/// Measured on GNOME 48.
TEST(Dependents, FramesAreNoNews)
{
    EXPECT_FALSE(more_than_frames({.wayland = 164}, {.wayland = 164}));
    EXPECT_FALSE(more_than_frames({.wayland = 164}, {.wayland = 188})) << "the overview";
    EXPECT_FALSE(more_than_frames({.wayland = 164}, {.wayland = 212})) << "and once more";
    EXPECT_TRUE(more_than_frames({.wayland = 164}, {.wayland = 164 + 3 * 28 + 12}))
        << "three motions, and a ping";
    EXPECT_TRUE(more_than_frames({.wayland = 24}, {.wayland = 60}))
        << "a touch of the pointer: a frame, and a ping";
    EXPECT_TRUE(more_than_frames({}, {.wayland = 1780})) << "one second of motion";
    EXPECT_FALSE(more_than_frames({.x11 = 64}, {.x11 = 160})) << "another app's new window";
    EXPECT_FALSE(more_than_frames({.x11 = 352}, {.x11 = 576})) << "another workspace";
    EXPECT_TRUE(more_than_frames({.x11 = 576}, {.x11 = 2832})) << "a touch of the pointer";
    EXPECT_FALSE(more_than_frames({.wayland = 36, .x11 = 900}, {})) << "it was read meanwhile";
}

TEST(Dependents, WhoIsConnectedToAnXServer)
{
    using namespace std::string_literals;
    const auto server = [](std::string name, bool listens = false) {
        return LocalStream{.inode = 42, .peer = 1, .listens = listens, .name = std::move(name)};
    };
    EXPECT_TRUE(is_x11_client({1}, {server("/tmp/.X11-unix/X0")}));
    EXPECT_TRUE(is_x11_client({1}, {server("\0/tmp/.X11-unix/X0"s)}));
    EXPECT_FALSE(is_x11_client({2}, {server("/tmp/.X11-unix/X0")})) << "another app is one";
    EXPECT_FALSE(is_x11_client({1}, {server("/run/user/1000/wayland-0")}));
    EXPECT_FALSE(is_x11_client({1, 42}, {server("/tmp/.X11-unix/X0", true)}))
        << "the server itself";
}

TEST(Dependents, WhichDisplaysItIsConnectedTo)
{
    using namespace std::string_literals;
    const auto named = [](std::string name, bool listens = false) {
        return LocalStream{.inode = 42, .peer = 1, .listens = listens, .name = std::move(name)};
    };
    for (const std::string &display :
         {"/tmp/.X11-unix/X0"s, "/tmp/.X11-unix/X10"s, "\0/tmp/.X11-unix/X1"s,
          "/run/user/1000/wayland-0"s, "/run/user/1000/wayland-32"s, "/run/user/1000/gamescope-0"s})
        EXPECT_EQ(displays_of({1}, {named(display)}), std::set{display}) << display;
    for (const std::string &other :
         {"/run/user/1000/bus"s, "/run/user/1000/pipewire-0"s, "/run/user/1000/wayland-"s,
          "/run/user/1000/wayland-proxy-4711"s, "/run/user/1000/.flatpak/wl/wayland-Q4BC1D"s,
          "/run/user/1000/.flatpak/wl/wayland-123456"s, "/run/user/1000/gamescope-0-ei"s,
          "wayland-0"s, "tcp:6000"s, ""s})
        EXPECT_EQ(displays_of({1}, {named(other)}), std::set<std::string>{}) << other;
    EXPECT_EQ(displays_of({2}, {named("/tmp/.X11-unix/X0")}), std::set<std::string>{})
        << "another app's";
    EXPECT_EQ(displays_of({1, 42}, {named("/tmp/.X11-unix/X0", true)}), std::set<std::string>{})
        << "the server itself";
    EXPECT_EQ(displays_of({1},
                          {named("/tmp/.X11-unix/X0"), named("/tmp/.X11-unix/X0"),
                           named("/run/user/1000/wayland-1")}),
              (std::set{"/tmp/.X11-unix/X0"s, "/run/user/1000/wayland-1"s}));
}

TEST(Dependents, WhoIsConnectedToASoundServer)
{
    const auto server = [](std::string name) {
        return LocalStream{.inode = 42, .peer = 1, .name = std::move(name)};
    };
    const std::string pulse = "/run/user/1000/pulse/native";
    EXPECT_EQ(pulse_server_of({1}, {server(pulse)}), pulse);
    EXPECT_EQ(pulse_server_of({2}, {server(pulse)}), "");
    EXPECT_EQ(pulse_server_of({1}, {server("/run/user/1000/pipewire-0")}), "");
}

TEST(Dependents, SocketsAreFoundAmongOpenFiles)
{
    const seen::Scratch scratch;
    for (const auto &[number, target] :
         std::vector<std::pair<int, std::string>>{{0, "/dev/null"},
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
