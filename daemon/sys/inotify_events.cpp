// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "sys/inotify_events.h"

#include "sys/close_elsewhere.h"

#include <sys/inotify.h>
#include <utility>

namespace headroom {

Inotify::~Inotify()
{
    close();
}

Inotify &Inotify::operator=(Inotify &&other) noexcept
{
    if (this != &other) {
        close();
        m_fd = std::move(other.m_fd);
    }
    return *this;
}

bool Inotify::open()
{
    close();
    m_fd.reset(inotify_init1(IN_CLOEXEC | IN_NONBLOCK));
    return static_cast<bool>(m_fd);
}

void Inotify::close()
{
    if (m_fd)
        close_elsewhere(std::move(m_fd));
}

} // namespace headroom
