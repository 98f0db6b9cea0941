// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"
#include "sys/unique_fd.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace headroom {

// Both may block on a slow file system. `path` is named in an error.

constexpr std::size_t longest_text = std::size_t{1} << 20U; ///< in bytes

/// The rest of the file. An error (BadInput) if that is longer than longest_text.
[[nodiscard]] Result<std::string> read_whole(const UniqueFd &fd, std::string_view path);

/// Writes all of the text. A full disk takes a part of it, and reports the error only at the next
/// write.
[[nodiscard]] Result<void> write_whole(const UniqueFd &fd, std::string_view text,
                                       std::string_view path);

} // namespace headroom
