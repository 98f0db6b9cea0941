// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// What the kernel tells of all local stream sockets (unix(7)), by sock_diag(7). No right is needed for it.
namespace headroom {

struct LocalStream {
    std::uint32_t inode = 0; ///< as in "socket:[4711]"; 0: nobody has accepted it yet
    std::uint32_t peer = 0; ///< the inode at the other end; 0: there is none, or it isn't told
    std::uint32_t waiting =
        0; ///< connections not accepted yet where it listens, else bytes not read yet
    std::uint32_t unsent =
        0; ///< bytes of kernel memory that what it has sent takes until it is read; 0 where it listens
    bool listens = false;
    std::string
        name; ///< a path, or a NUL and an abstract name; that of the listening socket for what was accepted there; empty: none
};

/// Takes in one message of the answer. True: it was the last one.
bool take_local_streams(std::string_view message, std::vector<LocalStream> &streams);

/// Waits for the kernel's answer, a millisecond for some thousands: not for the main loop.
[[nodiscard]] Result<std::vector<LocalStream>> local_streams();

} // namespace headroom
