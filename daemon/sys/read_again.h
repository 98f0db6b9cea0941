// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <unistd.h>

namespace headroom {

/// Room for any control file with figures. The longest, memory.stat and io.stat, have a few KiB.
using FileRoom = std::array<char, 16384>;

/// Reads a small kernel file from its beginning through an fd that stays open. The kernel generates
/// the text anew each time. nullopt: unreadable, or longer than the room (a number cut in two would
/// pass for another one).
[[nodiscard]] inline std::optional<std::string_view> read_again(int fd, std::span<char> room)
{
    const ssize_t got = pread(fd, room.data(), room.size(), 0);
    if (got < 0 || static_cast<std::size_t>(got) == room.size())
        return std::nullopt;
    return std::string_view{room.data(), static_cast<std::size_t>(got)};
}

} // namespace headroom
