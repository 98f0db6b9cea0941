// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/dependents.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// The display whose windows are known.
struct WatchedDisplay {
    /// At which its server listens: see OwnDisplay. Empty: unknown.
    std::string socket_file;
    std::int32_t compositor = 0; ///< the process that reports its windows; 0: unknown
};

/// What is known of the processes of a unit.
struct UnitProcesses {
    const std::set<int> &pids;
    const SocketInodes &sockets;
};

/// Whether a process of the unit is connected to a display server that shows its windows elsewhere
/// than on the watched display: to a VNC server, a second login's, or a nested one's. It is enough
/// that a person may look at them. So Xvfb counts, too: x11vnc, xpra and Chrome Remote Desktop show
/// what it draws. A nested server's clients count even while its window is hidden, unless it is a
/// part of the unit: then that window is the unit's own.
///
/// The process that listens at a socket shows whose display it is, since numbers and variables
/// change. Compositors listen for their Xwayland, too. False if that is unknown for the display or
/// for the watched one: otherwise all apps would count. Connects to these sockets.
[[nodiscard]] bool is_on_another_display(const UnitProcesses &unit, const WatchedDisplay &watched,
                                         const std::vector<LocalStream> &streams,
                                         const std::string &proc_root);

} // namespace headroom
