// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>

#include "failure.h"

namespace headroom::ctl {

/// "90", "90s", "5min", "1h 30m" in microseconds. A bare number means seconds. nullopt: anything
/// else, an empty text, or a duration that overflows.
[[nodiscard]] std::optional<std::uint64_t> parse_duration(std::string_view text);

/// The same for an argument, with the sentence for what is none.
[[nodiscard]] std::expected<std::uint64_t, Failure> duration_asked_for(const std::string &text);

} // namespace headroom::ctl
