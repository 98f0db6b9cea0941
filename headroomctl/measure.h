// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <glib.h>

namespace headroom::ctl {

/// What the kernel says of an app now; empty where it doesn't say.
struct Measure {
    std::optional<std::uint64_t> memory; ///< bytes
    std::optional<std::uint64_t> memory_needed; ///< what of it would be wanted back at once
    std::optional<double> memory_pressure;
    std::optional<double> cpu_pressure;
    std::optional<double> io_pressure; ///< all in percent
};

/// By application id.
using Measures = std::map<std::string, Measure>;

/// What Measure() has answered.
[[nodiscard]] Measures measures_in(GVariant *answer);

} // namespace headroom::ctl
