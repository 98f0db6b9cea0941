// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/local_streams.h"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// How other processes of this machine depend on an app that listens on socket files or TCP ports.
/// Connected: a connection, with nothing under way. Waiting: they have connected or sent data, and
/// the app has not read it.
enum class Dependence { None, Connected, Waiting };

using SocketInodes = std::set<std::uint32_t>;

/// Adds the sockets that a process has open.
void add_sockets(const std::string &proc_root, int pid, SocketInodes &sockets);

/// own: the app's sockets. still: the sockets of all frozen processes, the app's included; a frozen
/// process waits for nothing. An app serves others only where it listens. Data that waits on a
/// connection the app itself made (to the compositor or the bus) is input for it, and blocks no
/// other process.
[[nodiscard]] Dependence dependence_on(const SocketInodes &own, const SocketInodes &still,
                                       const std::vector<LocalStream> &streams);

/// Whether the app is connected to an X server, including Xwayland.
[[nodiscard]] bool is_x11_client(const SocketInodes &own, const std::vector<LocalStream> &streams);

/// The sockets of all display servers to which the app is connected, by the names that the servers
/// gave them. Of Wayland compositors, only names with a number count, as libwayland and gamescope
/// choose them. Proxies have other names: a sandbox's leads to a display that its own name doesn't
/// show.
[[nodiscard]] std::set<std::string> displays_of(const SocketInodes &own,
                                                const std::vector<LocalStream> &streams);

/// The socket of the sound server of PulseAudio's protocol to which the app is connected. Empty:
/// none.
[[nodiscard]] std::string pulse_server_of(const SocketInodes &own,
                                          const std::vector<LocalStream> &streams);

/// What the display servers have sent to the app and it has not read.
struct UnreadEvents {
    std::uint32_t wayland = 0; ///< bytes
    std::uint32_t x11 = 0; ///< bytes, including Xwayland's
    /// The kernel can soon buffer no more from a Wayland compositor. After that, events fill the
    /// compositor's own buffer for this client, and then it disconnects the client.
    bool nearly_full = false;
};

[[nodiscard]] UnreadEvents unread_events(const SocketInodes &own,
                                         const std::vector<LocalStream> &streams);

/// Whether a frozen app was sent more between two looks than an unused window gets. If so, the
/// pointer may have moved over its window. A compositor that pings (mutter) then awaits an answer.
[[nodiscard]] bool more_than_frames(const UnreadEvents &before, const UnreadEvents &now);

} // namespace headroom
