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

namespace headroom {

/// A stream to whoever listens on a socket file. Never waits: an error for what can't be had at once, because nobody listens or too many wait already.
[[nodiscard]] Result<UniqueFd> connect_local(const std::string &path);
/// The process that listened when the stream was connected. 0: unknown.
[[nodiscard]] std::int32_t peer_of(int fd);

/// The client's end of a stream on a socket file, in the main context; never waits.
class LocalSocket {
public:
    /// See connect_local().
    [[nodiscard]] static Result<std::unique_ptr<LocalSocket>> connect(const std::string &path);
    ~LocalSocket() = default;
    LocalSocket(const LocalSocket &) = delete;
    LocalSocket &operator=(const LocalSocket &) = delete;

    /// What comes, in pieces of any size, one in a round of the main loop: however much is sent, others have their turn.
    std::function<void(std::string_view)> on_data;
    /// The other end is gone, or something went wrong. Told once; may destroy the socket.
    std::function<void()> on_closed;

    /// A request; all of it, or an error: a socket that takes no short request is of no use.
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
