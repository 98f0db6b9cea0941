// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/listeners/read_edges.h"

#include <array>
#include <glib-unix.h>
#include <span>
#include <sys/epoll.h>

namespace headroom {

namespace {

constexpr int no_fd = -1;

} // namespace

ReadEdges::ReadEdges(Read read) : m_read(std::move(read)), m_epoll(epoll_create1(EPOLL_CLOEXEC))
{
    if (!m_epoll)
        return;
    m_source = SourceId{g_unix_fd_add(
        m_epoll.get(), G_IO_IN,
        [](int, GIOCondition, gpointer self) -> gboolean {
            static_cast<ReadEdges *>(self)->take(no_fd);
            return G_SOURCE_CONTINUE;
        },
        this)};
}

/// A stream socket is writable almost always, so the main loop, which polls for states, would spin.
/// As an edge the kernel reports it once at the start, and again for each part that the other end
/// has read: sock_wfree() in net/core/sock.c, unix_write_space() in net/unix/af_unix.c.
void ReadEdges::follow(int fd)
{
    epoll_event wanted{.events = EPOLLOUT | static_cast<unsigned>(EPOLLET), .data = {.fd = fd}};
    if (m_epoll && epoll_ctl(m_epoll.get(), EPOLL_CTL_ADD, fd, &wanted) == 0)
        take(fd); // the one at the start
}

void ReadEdges::take(int ignored)
{
    std::array<epoll_event, 16> room{}; // the main loop comes again for more
    const int count = epoll_wait(m_epoll.get(), room.data(), room.size(), 0);
    const auto edges = std::span(room).first(count > 0 ? static_cast<std::size_t>(count) : 0);
    for (const epoll_event &edge : edges) {
        // With EPOLLHUP the other end was closed, and what it had not read was dropped.
        const bool is_open = (edge.events & (EPOLLHUP | EPOLLERR)) == 0;
        if (is_open && edge.data.fd != ignored)
            m_read(edge.data.fd);
    }
}

} // namespace headroom
