// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <string>

namespace headroom {

/// The whole file; empty if there is none. Refused: anything but a plain file, or more than 1 MiB.
[[nodiscard]] Result<std::string> read_rc_text(const std::string &path);

/// Replaces the file atomically, keeping its mode, so a reader sees the old text or the new one.
/// Creates the directory if needed. Replaces a link's target, not the link. Doesn't wait for the
/// disk: that may take seconds when memory is short, and a setting lost to a power cut does no
/// harm.
[[nodiscard]] Result<void> write_rc_text(const std::string &path, const std::string &text);

/// The target of links; the path itself if nothing is there.
[[nodiscard]] std::string real_path(const std::string &path);

} // namespace headroom
