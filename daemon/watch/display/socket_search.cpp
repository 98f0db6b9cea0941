// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/display/socket_search.h"

#include "sys/log.h"
#include "sys/result.h"

#include <cerrno>
#include <format>
#include <glib-unix.h>

namespace headroom {

namespace {

constexpr guint look_every_ms = 20;

} // namespace

void SocketSearch::begin()
{
    if (!m_inotify.open())
        return;
    m_source = SourceId{g_unix_fd_add(
        m_inotify.get(), G_IO_IN,
        [](int, GIOCondition, gpointer self) -> gboolean {
            static_cast<SocketSearch *>(self)->read_events();
            return G_SOURCE_CONTINUE;
        },
        this)};
}

int SocketSearch::watch(const std::string &directory)
{
    if (!m_inotify)
        begin();
    const int descriptor =
        inotify_add_watch(m_inotify.get(), directory.c_str(), IN_CREATE | IN_MOVED_TO | IN_ONLYDIR);
    if (descriptor < 0)
        log::info(system_error(errno, std::format("watching {} for {}", directory, m_whose))
                      .error()
                      .sentence);
    return descriptor;
}

void SocketSearch::read_events()
{
    bool found = false;
    (void)take_inotify_events(m_inotify.get(), [&](const inotify_event &seen) {
        const std::string_view name = seen.len > 0 ? seen.name : "";
        found = found || (seen.mask & IN_Q_OVERFLOW) != 0
            || m_owner.matters({name, (seen.mask & IN_ISDIR) != 0, seen.wd});
    });
    if (found) {
        m_excluded.clear(); // another process may listen there now
        m_looks_left = m_looks;
        look();
    }
}

void SocketSearch::look()
{
    m_looking.reset();
    if (m_owner.look())
        return;
    if (m_looks_left > 0) {
        --m_looks_left;
        look_soon();
    }
}

void SocketSearch::look_soon()
{
    m_looking = SourceId{g_timeout_add(
        look_every_ms,
        [](gpointer data) -> gboolean {
            auto *self = static_cast<SocketSearch *>(data);
            self->m_looking.forget();
            self->look();
            return G_SOURCE_REMOVE;
        },
        this)};
}

} // namespace headroom
