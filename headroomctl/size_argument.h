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

/// "2G", "1.5G", "512M", "800 MiB" in bytes. As with systemd, the units K, M, G and T are powers of
/// 1024, and a bare number means bytes. nullopt: anything else, none at all, or one that overflows.
[[nodiscard]] std::optional<std::uint64_t> parse_size(std::string_view text);

/// The same for an argument, with the sentence for what is none.
[[nodiscard]] std::expected<std::uint64_t, Failure> size_asked_for(const std::string &text);

} // namespace headroom::ctl
