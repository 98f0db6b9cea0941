// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstdint>
#include <string>
#include <sys/types.h>

namespace headroom {

/// Listens on a socket file, in place of one that an earlier daemon has left behind.
[[nodiscard]] Result<UniqueFd> listen_at(const std::string &path);

/// The process that connected, as the kernel noted it.
struct Connected {
    uid_t uid = 0;
    std::int32_t pid = 0;
    /// Empty: the kernel doesn't pin it (before Linux 6.5). Then the pid may be another process's
    /// by now, but only of one that was started since. It is taken for the one that connected.
    UniqueFd pidfd;
};

/// Refused: it has ended, or it is in a pid namespace that we don't see.
[[nodiscard]] Result<Connected> connected_by(int connection);

} // namespace headroom
