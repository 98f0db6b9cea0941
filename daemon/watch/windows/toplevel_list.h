// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/display/wayland_search.h"
#include "watch/windows/protocol_windows.h"

#include <cstdint>
#include <memory>
#include <string>

namespace headroom {

/// The windows that one Wayland compositor reports (wlr-foreign-toplevel-management-unstable-v1):
/// the app's own name, which window is active, and which are minimised. It reports neither the
/// process nor whether a window is covered or on another workspace.
class ToplevelList : public WaylandReporter {
public:
    /// Reports each to `windows`, which must outlive it. An error if no process listens there, or
    /// if Headroom was built without Wayland.
    [[nodiscard]] static Result<std::unique_ptr<ToplevelList>>
    connect(const std::string &path, Listener &listener, ProtocolWindows &windows);
    ~ToplevelList() override;

    [[nodiscard]] Result<void> close(const WindowId &window);
    void end(std::string why); ///< reads no more; Listener::ended() follows from the main loop
    [[nodiscard]] std::int32_t compositor() const; ///< its process; 0: unknown

private:
    struct Connection;
    explicit ToplevelList(std::unique_ptr<Connection> connection);

    std::unique_ptr<Connection> m_connection;
};

} // namespace headroom
