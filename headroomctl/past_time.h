// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace headroom::ctl {

/// A time as in journalctl --since: "10min", "-10min" and "10min ago" before now; "today",
/// "yesterday" and "now"; "14:30", "14:30:05", "2027-01-15" and "2027-01-15 14:30" in local time;
/// "@1800000000". In microseconds since 1970.
[[nodiscard]] std::optional<std::uint64_t> parse_past_time(std::string_view text,
                                                           std::uint64_t now_us);

} // namespace headroom::ctl
