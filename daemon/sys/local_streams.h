// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// All local stream sockets (unix(7)), as the kernel reports them by sock_diag(7). This needs no
/// privilege.
namespace headroom {

struct LocalStream {
    /// As in "socket:[4711]". 0: a connection that is not accepted yet.
    std::uint32_t inode = 0;
    /// The inode of the other end. 0: there is none, or the kernel does not report it.
    std::uint32_t peer = 0;
    /// For a listening socket: connections not accepted yet. Otherwise bytes not read yet.
    std::uint32_t waiting = 0;
    /// Bytes of kernel memory that sent data occupies until it is read. 0 for a listening socket.
    std::uint32_t unsent = 0;
    bool listens = false;
    /// A path, or a NUL and an abstract name. An accepted socket has the listening socket's name.
    /// Empty: none.
    std::string name;
};

/// Parses one message of the answer. True: it was the last one.
bool take_local_streams(std::string_view message, std::vector<LocalStream> &streams);

/// Blocks until the kernel answers, a millisecond for some thousands of sockets. Never call it in
/// the main loop.
[[nodiscard]] Result<std::vector<LocalStream>> local_streams();

} // namespace headroom
