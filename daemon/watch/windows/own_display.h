// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/process.h"

#include <cstdint>
#include <string>

namespace headroom {

/// Where the session's own windows are. A nested compositor doesn't show what the session shows,
/// however much it reports.
struct OwnDisplay {
    std::string runtime_dir; ///< sockets
    std::string wayland_display; ///< its name or path; empty: unknown
    std::string x_display; ///< of an X11 session; empty: it is none

    /// The socket file at which the session's display server listens. Empty: unknown, or the X
    /// server is on another machine.
    [[nodiscard]] std::string socket_file() const;
    /// Whether this compositor is another process than the one that draws the session. False if no
    /// process listens at the session's display: then this one has replaced it.
    [[nodiscard]] bool is_drawn_by_another(std::int32_t compositor,
                                           const ProcessTable &processes) const;
    /// The same for the owner of a compositor's bus name, which may be an X11 window manager.
    [[nodiscard]] bool is_nested(std::int32_t compositor, const ProcessTable &processes) const
    {
        return x_display.empty() && is_drawn_by_another(compositor, processes);
    }
};

} // namespace headroom
