// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace headroom {

/// Bytes of all areas of one kind together.
struct SwapAreas {
    std::uint64_t size = 0; ///< used or not
    std::uint64_t used = 0;
    bool operator==(const SwapAreas &) const = default;
};

/// The machine's swap.
struct Swaps {
    SwapAreas zram; ///< compressed, in memory
    SwapAreas disk; ///< partitions and files
    bool operator==(const Swaps &) const = default;
};

/// Parses /proc/swaps. nullopt: it isn't what the kernel writes.
[[nodiscard]] std::optional<Swaps> parse_swaps(std::string_view text);

} // namespace headroom
