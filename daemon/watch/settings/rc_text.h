// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <string>

namespace headroom {

/// The whole file; empty if there is none. Refused: what isn't a plain file, or is over 1 MiB.
[[nodiscard]] Result<std::string> read_rc_text(const std::string &path);

/// Puts a new file in the place of the old one, with the old one's mode, so that whoever reads sees the one or the other. Makes the directory if
/// it isn't there; what a link leads to is replaced, and not the link. Doesn't wait for the disk: that may take seconds just when the machine
/// is short, and a setting that a power cut takes back is no harm.
[[nodiscard]] Result<void> write_rc_text(const std::string &path, const std::string &text);

/// Where links lead; the path itself if nothing is there.
[[nodiscard]] std::string real_path(const std::string &path);

} // namespace headroom
