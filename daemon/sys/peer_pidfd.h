// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cerrno>
#include <sys/socket.h>

namespace headroom {

/// The process that connected to a Unix socket, pinned by the kernel. Its pid alone may be another
/// process's by now. Empty: the kernel can't report it (before Linux 6.5).
[[nodiscard]] inline Result<UniqueFd> peer_pidfd(int connection)
{
#ifdef SO_PEERPIDFD
    int fd = -1;
    socklen_t size = sizeof fd;
    if (getsockopt(connection, SOL_SOCKET, SO_PEERPIDFD, &fd, &size) == 0)
        return UniqueFd{fd};
    if (errno != ENOPROTOOPT)
        return system_error(errno, "identifying the peer of a socket");
#else
    (void)connection;
#endif
    return UniqueFd{};
}

} // namespace headroom
