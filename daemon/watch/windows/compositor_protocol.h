// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/interface.h"
#include "sys/result.h"
#include "watch/windows/protocol_windows.h"

#include <memory>
#include <string>
#include <string_view>

namespace headroom {

/// The ways to reach the compositor.
class CompositorConnection : public Interface {
public:
    /// Sends on the connection that CompositorProtocol::receive() reads.
    virtual Result<void> send(std::string_view text) = 0;
    /// Sends on a new connection, which ends with the answer. CompositorProtocol::take_answer()
    /// gets that; empty: there is none.
    virtual void query(std::string_view request) = 0;
    /// The same, but the answer is ignored.
    virtual Result<void> send_command(std::string_view request) = 0;
    /// Calls CompositorProtocol::refresh() once after a pause, however often it was requested.
    virtual void schedule_refresh() = 0;
};

/// The protocol of one kind of compositor. Knows nothing of sockets: bytes in, requests and windows
/// out.
class CompositorProtocol : public Interface {
public:
    CompositorProtocol(CompositorConnection &connection, ProtocolWindows &windows)
        : m_connection(connection), m_windows(windows)
    {
    }

    virtual Result<void> begin() = 0;
    /// An error ends the connection: after one unreadable message no other can be trusted.
    virtual Result<void> receive(std::string_view piece) = 0;
    virtual Result<void> take_answer(std::string_view answer)
    {
        (void)answer;
        return {};
    }
    virtual Result<void> refresh() { return {}; }
    virtual Result<void> close(const WindowId &window) = 0;

protected:
    CompositorConnection &m_connection;
    ProtocolWindows &m_windows;
};

[[nodiscard]] std::unique_ptr<CompositorProtocol>
make_sway_protocol(CompositorConnection &connection, ProtocolWindows &windows);
[[nodiscard]] std::unique_ptr<CompositorProtocol>
make_niri_protocol(CompositorConnection &connection, ProtocolWindows &windows);
[[nodiscard]] std::unique_ptr<CompositorProtocol>
make_hyprland_protocol(CompositorConnection &connection, ProtocolWindows &windows);

} // namespace headroom
