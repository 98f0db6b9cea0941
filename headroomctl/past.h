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

/// One thing that was done or found, as the daemon tells it.
struct PastAct {
    std::uint64_t time_us = 0; ///< since 1970
    std::string action;
    std::string app;  ///< empty: nobody in particular
    std::string unit; ///< empty: none
    std::string level;
    std::string reason;
};

/// What History() has answered, oldest first.
[[nodiscard]] std::vector<PastAct> acts_in(GVariant *answer);

/// All that the daemon remembers, oldest first.
[[nodiscard]] std::expected<std::vector<PastAct>, Failure> past_acts(HeadroomDbusManager *daemon);

} // namespace headroom::ctl
