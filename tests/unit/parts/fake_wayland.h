// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"

#include <cstdint>
#include <glib-unix.h>
#include <gtest/gtest.h>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <wayland-server.h>

namespace headroom::seen {

/// A Wayland compositor in the main context, built on libwayland, with only a seat. A class with
/// more globals has this as its last member, so that it is destroyed first.
class FakeWayland {
public:
    static int listen_at(const std::string &path)
    {
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        path.copy(address.sun_path, sizeof address.sun_path - 1);
        const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        EXPECT_EQ(bind(fd, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0)
            << path;
        EXPECT_EQ(listen(fd, 8), 0);
        return fd;
    }

    /// Removes its socket when it is destroyed.
    explicit FakeWayland(const std::string &path) : FakeWayland(Socket{listen_at(path)})
    {
        m_path = path;
    }
    /// Listens on a socket that the test owns.
    explicit FakeWayland(int listening) : FakeWayland(Socket{dup(listening)}) {}
    FakeWayland(const FakeWayland &) = delete;
    FakeWayland &operator=(const FakeWayland &) = delete;
    ~FakeWayland()
    {
        m_source.reset();
        if (!m_path.empty())
            (void)unlink(m_path.c_str());
        wl_display_destroy_clients(m_display);
        wl_list_remove(&m_newcomers.listener.link);
        wl_display_destroy(m_display);
    }

    [[nodiscard]] wl_display *display() const { return m_display; }
    void flush() { wl_display_flush_clients(m_display); }
    [[nodiscard]] int clients_seen() const { return m_newcomers.seen; }
    [[nodiscard]] int clients() const
    {
        return wl_list_length(wl_display_get_client_list(m_display));
    }

private:
    struct Socket {
        int fd;
    };
    /// libwayland identifies it by the address of the first member.
    struct Newcomers {
        wl_listener listener{};
        int seen = 0;
    };

    explicit FakeWayland(Socket socket)
    {
        EXPECT_EQ(wl_display_add_socket_fd(m_display, socket.fd), 0);
        wl_global_create(m_display, &wl_seat_interface, 1, nullptr,
                         [](wl_client *client, void *, std::uint32_t version, std::uint32_t id) {
                             (void)wl_resource_create(client, &wl_seat_interface,
                                                      static_cast<int>(version), id);
                         });
        m_newcomers.listener.notify = [](wl_listener *listener, void *) {
            ++reinterpret_cast<Newcomers *>(listener)->seen;
        };
        wl_display_add_client_created_listener(m_display, &m_newcomers.listener);
        m_source = SourceId{g_unix_fd_add(
            wl_event_loop_get_fd(wl_display_get_event_loop(m_display)), G_IO_IN,
            [](int, GIOCondition, gpointer data) -> gboolean {
                auto *self = static_cast<FakeWayland *>(data);
                (void)wl_event_loop_dispatch(wl_display_get_event_loop(self->m_display), 0);
                self->flush();
                return G_SOURCE_CONTINUE;
            },
            this)};
    }

    wl_display *m_display = wl_display_create();
    std::string m_path;
    Newcomers m_newcomers;
    SourceId m_source;
};

} // namespace headroom::seen
