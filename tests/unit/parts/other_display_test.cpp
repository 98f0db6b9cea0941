// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/duties/other_display.h"

#include "parts/local_server.h"
#include "parts/scratch.h"

#include <cstddef>
#include <deque>
#include <poll.h>

namespace headroom {

namespace {

using seen::inode_of;
using seen::LocalServer;
using seen::Scratch;

constexpr int app = 42;

/// The test's process serves the watched display.
class OtherDisplay : public testing::Test {
protected:
    Scratch scratch;
    const LocalServer own{scratch.path("wayland-0")};
    WatchedDisplay watched{.socket_file = own.path, .compositor = 0};

    /// A socket at which another process is to listen.
    [[nodiscard]] LocalServer bound(const std::string &name) const
    {
        scratch.dir("tmp/.X11-unix");
        return LocalServer{scratch.path(name), SOCK_STREAM, LocalServer::Begins::Bound};
    }
    void connects(const LocalServer &server, int pid = app)
    {
        has_open(server.connect(), pid);
        accept_all(server);
    }
    void has_open(UniqueFd client, int pid = app)
    {
        scratch.link(std::format("proc/{}/fd/{}", pid, m_ends.size()),
                     std::format("socket:[{}]", inode_of(client)));
        m_ends.push_back(std::move(client));
    }
    /// Also the closed connections of earlier looks.
    void accept_all(const LocalServer &server)
    {
        pollfd waits{.fd = server.listener.get(), .events = POLLIN, .revents = 0};
        while (poll(&waits, 1, 0) == 1)
            m_ends.push_back(server.accept());
    }
    [[nodiscard]] bool is_found(const std::set<int> &pids = {app}) const
    {
        SocketInodes sockets;
        for (const int pid : pids)
            add_sockets(scratch.path("proc"), pid, sockets);
        const auto streams = local_streams();
        EXPECT_TRUE(streams) << streams.error().sentence;
        return streams
            && is_on_another_display({.pids = pids, .sockets = sockets}, watched, *streams,
                                     scratch.path("proc"));
    }

private:
    std::deque<UniqueFd> m_ends;
};

TEST_F(OtherDisplay, IsOneThatAnotherProcessServes)
{
    const LocalServer nested = bound("wayland-1");
    (void)nested.listen_in_another_process();
    EXPECT_FALSE(is_found());
    connects(own);
    EXPECT_FALSE(is_found()) << "the watched one";
    connects(nested);
    EXPECT_TRUE(is_found()) << "both";
}

TEST_F(OtherDisplay, IsAVncServers)
{
    const LocalServer vnc = bound("tmp/.X11-unix/X1");
    (void)vnc.listen_in_another_process();
    connects(vnc);
    EXPECT_TRUE(is_found());
    EXPECT_FALSE(is_found({43})) << "another unit's";
}

/// X servers have an abstract socket, too, and Xlib tries it first.
TEST_F(OtherDisplay, IsFoundByItsAbstractName)
{
    const std::string name = std::string(1, '\0') + scratch.path("tmp/.X11-unix/X1");
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    ASSERT_LT(name.size(), sizeof address.sun_path);
    std::memcpy(address.sun_path, name.data(), name.size());
    LocalServer vnc = bound("unused");
    vnc.listener.reset(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + name.size());
    ASSERT_EQ(bind(vnc.listener.get(), reinterpret_cast<const sockaddr *>(&address), size), 0);
    (void)vnc.listen_in_another_process();
    auto client = connect_local(name);
    ASSERT_TRUE(client) << client.error().sentence;
    has_open(std::move(*client));
    accept_all(vnc);
    EXPECT_TRUE(is_found());
}

/// Compositors listen for Xwayland themselves. Its number is in no variable that we have.
TEST_F(OtherDisplay, IsNotTheCompositorsXwayland)
{
    const LocalServer xwayland = bound("tmp/.X11-unix/X7");
    xwayland.listen();
    connects(xwayland);
    EXPECT_FALSE(is_found());
}

/// kwin_wayland_wrapper listens at $WAYLAND_DISPLAY. Whatever KWin itself listens at is KWin's.
TEST_F(OtherDisplay, IsNotOneOfTheProcessThatReportsWindows)
{
    const LocalServer other = bound("tmp/.X11-unix/X7");
    const pid_t compositor = other.listen_in_another_process();
    connects(other);
    watched.compositor = compositor;
    EXPECT_FALSE(is_found());
    watched.compositor = compositor + 1;
    EXPECT_TRUE(is_found());
}

/// As xwayland-satellite's, whose windows the compositor reports.
TEST_F(OtherDisplay, IsNotAnXwaylandThatListensItself)
{
    const LocalServer other = bound("tmp/.X11-unix/X7");
    const pid_t server = other.listen_in_another_process();
    connects(other);
    for (const auto &[program, found] :
         {std::pair{"Xwayland", false}, std::pair{"xwayland-satellite", false},
          std::pair{"Xvnc", true}, std::pair{"Xvfb", true}, std::pair{"Xephyr", true}}) {
        scratch.link(std::format("proc/{}/exe", server), std::format("/usr/bin/{}", program));
        EXPECT_EQ(is_found(), found) << program;
        std::filesystem::remove(scratch.path(std::format("proc/{}/exe", server)));
    }
}

TEST_F(OtherDisplay, Invariant7IsNotOneOfWhichNothingIsKnown)
{
    const LocalServer other = bound("wayland-1");
    const pid_t server = other.listen_in_another_process();
    connects(other);
    EXPECT_TRUE(is_found());
    scratch.file(std::format("proc/{}/comm", server), "systemd\n");
    EXPECT_FALSE(is_found()) << "it listens for a compositor that it may start later";
    std::filesystem::remove(scratch.path(std::format("proc/{}/comm", server)));
    std::filesystem::remove(other.path);
    EXPECT_FALSE(is_found()) << "its socket is in another mount namespace";
}

TEST_F(OtherDisplay, Invariant7WithoutAKnownOneThereIsNoOther)
{
    const LocalServer other = bound("wayland-1");
    const pid_t server = other.listen_in_another_process();
    connects(other);
    watched = {};
    EXPECT_FALSE(is_found()) << "$WAYLAND_DISPLAY is unset";
    watched.socket_file = scratch.path("wayland-9");
    EXPECT_FALSE(is_found()) << "no process listens there";
    watched.compositor = server + 1;
    EXPECT_FALSE(is_found()) << "an X11 window manager serves no display";
    watched.socket_file = own.path;
    EXPECT_TRUE(is_found());
    scratch.file(std::format("proc/{}/comm", getpid()), "systemd\n");
    EXPECT_FALSE(is_found()) << "systemd listens for the watched one";
}

/// A game in gamescope: its window is that of its unit.
TEST_F(OtherDisplay, IsNotTheUnitsOwnIfThatHasAWindowHere)
{
    const LocalServer nested = bound("gamescope-0");
    const pid_t server = nested.listen_in_another_process();
    connects(nested);
    EXPECT_TRUE(is_found({app, server})) << "a VNC server of the unit's own";
    connects(own, server);
    EXPECT_FALSE(is_found({app, server}));
    EXPECT_TRUE(is_found({app})) << "that window may be another app's";
}

} // namespace

} // namespace headroom
