// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "sys/unique_fd.h"

#include <string>

#include <sys/types.h>

namespace headroom::broker {

/// The process that has made a connection, as the kernel reports it.
struct Peer {
    uid_t uid = 0;
    pid_t pid = 0;
    UniqueFd pidfd; ///< what is read from /proc holds for this process while it is alive
};

/// Failed: it is gone already.
[[nodiscard]] Result<Peer> peer_of(int connection);

/// Refused: it is another user's than `owner`, root's, or in a sandbox. A sandbox is a mount, user
/// or PID namespace other than PID 1's, or a snap. Failed: PID 1 can't be read, so no caller can
/// be judged. All that is read here is world-readable, unless /proc is mounted with hidepid=.
/// /proc/PID/root and /proc/PID/ns would take CAP_SYS_PTRACE. So /.flatpak-info isn't looked for,
/// and a flatpak is found by its namespaces. proc_root: "/proc", or a fixture.
[[nodiscard]] Result<void> check_peer(const Peer &peer, uid_t owner, const std::string &proc_root);

} // namespace headroom::broker
