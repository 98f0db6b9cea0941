// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace headroom::ctl {

/// "90", "90s", "5min", "1h 30m" in microseconds. A bare number means seconds. nullopt: anything
/// else, an empty text, or a duration that overflows.
[[nodiscard]] std::optional<std::uint64_t> parse_duration(std::string_view text);

} // namespace headroom::ctl
