// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace headroom {

/// Where the session's own windows are: what a compositor shows that runs in one of them isn't what
/// the session shows, however much it can tell.
struct OwnDisplay {
    std::string runtime_dir; ///< sockets
    std::string wayland_display; ///< its name or its path; empty: it isn't known
    std::string x_display; ///< of an X11 session; empty: it is none

    /// Whether a compositor's process is another one than who draws the session. Not where nobody
    /// listens at the session's display: then it has come in its place.
    [[nodiscard]] bool is_drawn_by_another(std::int32_t compositor) const;
};

} // namespace headroom
