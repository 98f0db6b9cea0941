// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/local_streams.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// What others have of an app that listens on local sockets. Connected: a connection, on which nothing is under way. Waiting: they have called it or told it
/// something, and it has not looked yet.
enum class Dependence { None, Connected, Waiting };

using SocketInodes = std::set<std::uint32_t>;

/// Adds the sockets that a process has open.
void add_sockets(const std::string &proc_root, int pid, SocketInodes &sockets);

/// own: the app's sockets. still: those of all that stand still, the app among them; who stands still waits for nobody. Only where the app listens does it
/// serve others: what waits for it on a connection of its own making (to the compositor, to the bus) is news for it, and nobody's loss.
[[nodiscard]] Dependence depended_on(const SocketInodes &own, const SocketInodes &still,
                                     const std::vector<LocalStream> &streams);

/// Whether the app is connected to an X server, Xwayland among them.
[[nodiscard]] bool is_x11_client(const SocketInodes &own, const std::vector<LocalStream> &streams);

/// What the display servers have sent to the app, and it has not read.
struct UnreadEvents {
    std::uint32_t wayland = 0; ///< bytes
    std::uint32_t x11 = 0; ///< bytes, Xwayland's among them
    /// The kernel soon keeps no more of what a Wayland compositor sends. What follows fills the
    /// compositor's own memory for this client, and then it disconnects the client.
    bool nearly_full = false;
};

[[nodiscard]] UnreadEvents unread_events(const SocketInodes &own,
                                         const std::vector<LocalStream> &streams);

/// Whether a frozen app was sent more, between two looks, than what comes to a window that nobody uses:
/// the pointer has moved over it, perhaps, and a compositor that pings (mutter) awaits an answer.
[[nodiscard]] bool more_than_frames(const UnreadEvents &before, const UnreadEvents &now);

} // namespace headroom
