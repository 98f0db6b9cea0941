// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <headroom_dbus.h>

#include "failure.h"

namespace headroom::ctl {

/// What stalled, for what, why, and for how long.
struct Stalled {
    std::string group;
    std::string resource;
    std::string cause;
    std::uint64_t time_us = 0;
};

/// What the daemon has counted since it started, and what is in force. Empty: unknown.
struct Totals {
    std::optional<std::uint64_t> began_us; ///< since 1970
    std::map<std::string, std::uint64_t> acts;
    std::map<std::string, std::uint64_t> level_us;
    std::vector<Stalled> stalled;
    std::map<std::string, std::uint32_t> in_force; ///< "boosted", … → apps
    std::optional<std::uint64_t> memory; ///< bytes of all apps, as are the next
    std::optional<std::uint64_t> memory_needed;
    std::optional<std::uint64_t> swap;
};

[[nodiscard]] std::expected<Totals, Failure> totals_of(HeadroomDbusManager *daemon);

} // namespace headroom::ctl
