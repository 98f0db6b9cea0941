// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// All stream sockets by which processes of this machine reach each other, as the kernel reports
/// them by sock_diag(7): of unix(7), and of TCP at loopback addresses.
namespace headroom {

struct LocalStream {
    /// As in "socket:[4711]". 0: a connection that is not accepted yet.
    std::uint32_t inode = 0;
    /// The inode of the other end. 0: there is none, or the kernel does not report it.
    std::uint32_t peer = 0;
    /// For a listening socket: connections not accepted yet. Otherwise bytes not read yet.
    std::uint32_t waiting = 0;
    /// Bytes of kernel memory that sent data occupies until it is read. 0 for a listening socket
    /// and for TCP.
    std::uint32_t unsent = 0;
    bool listens = false;
    /// A path, or a NUL and an abstract name, or "tcp:1234" after the port. An accepted socket has
    /// the listening socket's name. Empty: none.
    std::string name;
};

/// Parses one message of the answer for unix(7). True: it was the last one.
bool take_local_streams(std::string_view message, std::vector<LocalStream> &streams);

/// Blocks until the kernel answers: see dump_sockets(). If it reports no TCP, that is left out.
[[nodiscard]] Result<std::vector<LocalStream>> local_streams();

} // namespace headroom
