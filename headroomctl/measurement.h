// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>

#include <headroom_dbus.h>

#include "apps.h"
#include "failure.h"

namespace headroom::ctl {

/// App.Measurement. Empty: unknown.
struct Measurement {
    bool under_way = false;
    std::optional<std::uint64_t> used; ///< bytes when it began
    std::optional<std::uint64_t> now; ///< bytes, while it is under way
    std::optional<std::uint64_t> needed; ///< bytes: the result
    std::string sentence; ///< empty while it is under way
};

/// Has the daemon measure what an app needs, and waits for the end of that. progress: called when
/// there is something new. Ctrl+C cancels the measurement.
[[nodiscard]] std::expected<Measurement, Failure>
measure_need(HeadroomDbusManager *daemon, const App &app,
             const std::function<void(const Measurement &)> &progress);

} // namespace headroom::ctl
