// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <sys/socket.h>

namespace headroom {

/// Connects to a socket file, or to an abstract name, which begins with a NUL. Never waits for the
/// listener. An error if no process listens, or if too many connections wait already.
[[nodiscard]] Result<UniqueFd> connect_local(const std::string &path, int type = SOCK_STREAM);
/// The process that listened when the stream was connected. 0: unknown.
[[nodiscard]] std::int32_t peer_of(int fd);

/// The client's end of a stream on a socket file, in the main context. Never blocks.
class LocalSocket {
public:
    /// See connect_local().
    [[nodiscard]] static Result<std::unique_ptr<LocalSocket>> connect(const std::string &path);
    ~LocalSocket() = default;
    LocalSocket(const LocalSocket &) = delete;
    LocalSocket &operator=(const LocalSocket &) = delete;

    /// Called with data as it arrives, in pieces of any size, one per iteration of the main loop.
    /// So other sources run however much is sent.
    std::function<void(std::string_view)> on_data;
    /// The peer has closed, or an error occurred. Called once, and may destroy the socket.
    std::function<void()> on_closed;

    /// Sends a whole request, or returns an error. A socket that cannot take a short request is
    /// useless.
    [[nodiscard]] Result<void> send(std::string_view text) const;
    /// See peer_of().
    [[nodiscard]] std::int32_t peer() const { return peer_of(m_fd.get()); }

private:
    explicit LocalSocket(UniqueFd fd);
    bool readable();

    UniqueFd m_fd;
    SourceId m_source;
};

} // namespace headroom
