// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/display/x11_connection.h"

#include "parts/fake_x_server.h"
#include "parts/main_context.h"
#include "parts/scratch.h"
#include "sys/timer.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>
#include <dlfcn.h>
#include <functional>
#include <memory>
#include <sys/socket.h>
#include <utility>
#include <vector>

namespace {

/// Called after a read of this thread has found nothing.
thread_local std::function<void()> after_empty_read; // NOLINT

} // namespace

// xcb reads with it. What arrives between two reads is then decided here.
extern "C" __attribute__((visibility("default"))) ssize_t recvmsg(int fd, msghdr *message,
                                                                  int flags)
{
    static const auto real = reinterpret_cast<decltype(&recvmsg)>(dlsym(RTLD_NEXT, "recvmsg"));
    const ssize_t got = real(fd, message, flags);
    if (got < 0 && errno == EAGAIN && after_empty_read) {
        after_empty_read();
        errno = EAGAIN;
    }
    return got;
}

namespace headroom {

namespace {

struct Heard : X11Connection::Listener {
    void connected() override { is_connected = true; }
    void event(const xcb_generic_event_t &) override
    {
        ++events;
        if (on_event)
            on_event();
    }
    void gone() override { is_connected = false; }

    bool is_connected = false;
    int events = 0;
    std::function<void()> on_event;
};

class X11ConnectionTest : public testing::Test {
protected:
    X11ConnectionTest()
    {
        auto accepted = server.accept();
        connection.start();
        EXPECT_TRUE(seen::comes_true([this] { return heard.is_connected; }));
        accepted.get();
    }
    ~X11ConnectionTest() override { after_empty_read = nullptr; }

    seen::Scratch scratch;
    seen::FakeXServer server{scratch.path("X77")};
    Heard heard;
    X11Connection connection{scratch.path("X77"), heard};
};

TEST_F(X11ConnectionTest, AReplyThatArrivesWhileItLooksForEventsIsNotLeftBehind)
{
    std::vector<std::uint32_t> values;
    after_empty_read = [this] { server.serve(); };
    connection.read_property(seen::FakeXServer::root, connection.atom(XAtom::ActiveWindow),
                             [&](const auto &read) { values = read; });
    connection.flush_soon();
    EXPECT_TRUE(seen::comes_true([&] { return !values.empty(); }))
        << "it is in xcb's queue, and the socket reports nothing";
    EXPECT_EQ(values, std::vector{seen::FakeXServer::value});
}

TEST_F(X11ConnectionTest, AnEventThatArrivesWhileItLooksForAReplyIsNotLeftBehind)
{
    after_empty_read = [this, sent = false]() mutable {
        if (!std::exchange(sent, true))
            server.change_active_window();
    };
    bool is_answered = false;
    connection.read_property(seen::FakeXServer::root, connection.atom(XAtom::ActiveWindow),
                             [&](const auto &) { is_answered = true; });
    connection.flush_soon();
    EXPECT_TRUE(seen::comes_true([this] { return heard.events > 0; }));
    EXPECT_EQ(heard.events, 1);
    EXPECT_FALSE(is_answered) << "the server has not replied yet";
    server.serve();
    EXPECT_TRUE(seen::comes_true([&] { return is_answered; }));
}

TEST_F(X11ConnectionTest, NoSourceIsLeftOfAServerThatEndsWhileRequestsAreSent)
{
    GSource *const found = g_main_context_find_source_by_user_data(nullptr, &connection);
    ASSERT_NE(found, nullptr);
    const std::unique_ptr<GSource, Deleter<g_source_unref>> source{g_source_ref(found)};
    after_empty_read = [this] { server.end(); };
    connection.read_property(seen::FakeXServer::root, connection.atom(XAtom::ActiveWindow),
                             [](const auto &) {});
    connection.flush_soon();
    EXPECT_TRUE(seen::comes_true([this] { return !heard.is_connected; }));
    EXPECT_TRUE(g_source_is_destroyed(source.get()) != FALSE)
        << "it watches a number that another file may have by now";
}

TEST_F(X11ConnectionTest, WhatWasToBeSentEndsWithTheServer)
{
    heard.on_event = [this] { connection.flush_soon(); };
    server.change_active_window();
    server.end();
    EXPECT_TRUE(seen::comes_true([this] { return !heard.is_connected; }));
    EXPECT_EQ(heard.events, 1);
    while (g_main_context_iteration(nullptr, FALSE) != FALSE) {
    }
}

/// As on a machine that swaps: the server has its socket, and doesn't listen for a long time.
TEST(X11ConnectionAtTheStart, IsTriedAgainThoughNoNewSocketAppears)
{
    const seen::Scratch scratch;
    seen::FakeXServer server{scratch.path("X77"), seen::LocalServer::Begins::Bound};
    Heard heard;
    X11Connection connection{scratch.path("X77"), heard};
    connection.start();
    // Longer than one errand tries. No event reports that it has given up.
    constexpr guint given_up_ms = 1'500;
    bool is_over = false;
    const Timer over = Timer::once(given_up_ms, [&] { is_over = true; });
    EXPECT_TRUE(seen::comes_true([&] { return is_over; }));
    EXPECT_FALSE(heard.is_connected);
    server.listen();
    auto accepted = server.accept();
    EXPECT_TRUE(seen::comes_true([&] { return heard.is_connected; }));
    accepted.get();
}

} // namespace

} // namespace headroom
