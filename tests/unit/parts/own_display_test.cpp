// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/windows/own_display.h"

#include "parts/scratch.h"
#include "sys/unique_fd.h"

#include <format>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace headroom {

namespace {

UniqueFd listening_at(const std::string &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof address.sun_path - 1);
    UniqueFd fd{socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    EXPECT_EQ(bind(fd.get(), reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    EXPECT_EQ(listen(fd.get(), 8), 0);
    return fd;
}

constexpr std::int32_t somebody_else = 1;

TEST(OwnDisplay, IsThatOfTheCompositorWhichListensThere)
{
    seen::Scratch scratch;
    const UniqueFd compositor = listening_at(scratch.path("wayland-1"));
    OwnDisplay own{.runtime_dir = scratch.path(), .wayland_display = "wayland-1", .x_display = ""};
    EXPECT_FALSE(own.is_drawn_by_another(getpid(), ProcessTable{}));
    EXPECT_TRUE(own.is_drawn_by_another(somebody_else, ProcessTable{}));
    own.wayland_display = scratch.path("wayland-1");
    EXPECT_TRUE(own.is_drawn_by_another(somebody_else, ProcessTable{})) << "by its whole path";
}

TEST(OwnDisplay, WhereItIsNotKnownOrNobodyListensAnyMoreWhoeverComesIsTheOwn)
{
    seen::Scratch scratch;
    OwnDisplay own{.runtime_dir = scratch.path(), .wayland_display = "", .x_display = ""};
    EXPECT_FALSE(own.is_drawn_by_another(somebody_else, ProcessTable{}));
    own.wayland_display = "wayland-1";
    EXPECT_FALSE(own.is_drawn_by_another(somebody_else, ProcessTable{}));
    (void)listening_at(scratch.path("wayland-1")); // and has ended
    EXPECT_FALSE(own.is_drawn_by_another(somebody_else, ProcessTable{}));
}

TEST(OwnDisplay, AnXServersIsNoCompositors)
{
    const OwnDisplay own{.runtime_dir = "/nowhere", .wayland_display = "", .x_display = ":0"};
    EXPECT_TRUE(own.is_drawn_by_another(getpid(), ProcessTable{}));
    EXPECT_FALSE(own.is_nested(somebody_else, ProcessTable{}))
        << "its window manager owns no display";
}

TEST(OwnDisplay, HasASocketFileUnlessItIsOnAnotherMachine)
{
    const auto file = [](const std::string &wayland, const std::string &x) {
        return OwnDisplay{
            .runtime_dir = "/run/user/1000", .wayland_display = wayland, .x_display = x}
            .socket_file();
    };
    EXPECT_EQ(file("wayland-0", ""), "/run/user/1000/wayland-0");
    EXPECT_EQ(file("/elsewhere/display", ""), "/elsewhere/display");
    EXPECT_EQ(file("", ":0"), "/tmp/.X11-unix/X0");
    EXPECT_EQ(file("wayland-0", ":10.1"), "/tmp/.X11-unix/X10") << "an X11 session";
    EXPECT_EQ(file("", "unix:1"), "/tmp/.X11-unix/X1");
    EXPECT_EQ(file("", "localhost:10.0"), "") << "of ssh";
    EXPECT_EQ(file("", ""), "");
}

/// kwin_wayland_wrapper listens, and KWin draws.
TEST(OwnDisplay, IsKWinsThoughItsWrapperListens)
{
    seen::Scratch scratch;
    const UniqueFd wrapper = listening_at(scratch.path("wayland-0"));
    const OwnDisplay own{
        .runtime_dir = scratch.path(), .wayland_display = "wayland-0", .x_display = ""};
    const std::string listener = std::format("{}/comm", getpid());
    scratch.file(listener, "kwin_wayland_wr\n");
    scratch.file("1/comm", "kwin_wayland\n");
    const ProcessTable processes{scratch.path()};
    EXPECT_FALSE(own.is_nested(somebody_else, processes));
    scratch.file(listener, "sway\n");
    EXPECT_TRUE(own.is_nested(somebody_else, processes)) << "KWin in a window of sway";
    scratch.file(listener, "kwin_wayland_wr\n");
    scratch.file("1/comm", "gnome-shell\n");
    EXPECT_TRUE(own.is_nested(somebody_else, processes));
}

} // namespace

} // namespace headroom
