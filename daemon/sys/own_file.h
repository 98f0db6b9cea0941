// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "sys/unique_fd.h"

#include <string>

namespace headroom {

/// Opens a regular file of this user, with these flags of open(2), for this user alone if it is
/// made. A link, or a file of another user, is refused. A FIFO is refused, too, and never waited
/// for. May block on a slow file system.
[[nodiscard]] Result<UniqueFd> open_own_file(const std::string &path, int flags);

/// Opens a directory of this user. A link, or a directory of another user, is refused: its owner
/// could remove or add anything.
[[nodiscard]] Result<UniqueFd> open_own_directory(const std::string &path);

} // namespace headroom
