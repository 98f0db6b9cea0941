// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"

#include <functional>

namespace headroom {

/// When the other ends of stream sockets read what they were sent. Where the kernel can't report
/// it, nothing is reported: then no one seems to read.
class ReadEdges {
public:
    using Read = std::function<void(int fd)>;

    explicit ReadEdges(Read read);
    ReadEdges(const ReadEdges &) = delete;
    ReadEdges &operator=(const ReadEdges &) = delete;

    /// From now on, until the descriptor is closed.
    void follow(int fd);

private:
    /// Reports the edges since the last call, but for one.
    void take(int ignored);

    Read m_read;
    UniqueFd m_epoll;
    SourceId m_source;
};

} // namespace headroom
