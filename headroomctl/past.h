// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include <headroom_dbus.h>

#include "failure.h"

namespace headroom::ctl {

/// One act or observation, as the daemon reports it.
struct PastAct {
    std::uint64_t time_us = 0; ///< since 1970
    std::string action;
    /// Empty: it is about no single app.
    std::string app;
    std::string unit; ///< empty: none
    std::string level;
    std::string reason;
    bool is_news = false; ///< lists of recent acts show it
    std::string code; ///< for the reason; empty: none
};

/// Parses the answer of History(), oldest first.
[[nodiscard]] std::vector<PastAct> acts_in(GVariant *answer);

/// All that the daemon remembers since then, oldest first. since_us: since 1970; 0: all.
[[nodiscard]] std::expected<std::vector<PastAct>, Failure> past_acts(HeadroomDbusManager *daemon,
                                                                     std::uint64_t since_us);

} // namespace headroom::ctl
