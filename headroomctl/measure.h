// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include <glib.h>

#include "model/pressure.h"

namespace headroom::ctl {

/// The kernel's current figures for an app. Empty: unknown.
struct Measure {
    std::optional<std::uint64_t> memory; ///< bytes
    /// The part that the app would immediately need again if it were reclaimed.
    std::optional<std::uint64_t> memory_needed;
    std::optional<double> memory_pressure;
    std::optional<double> cpu_pressure;
    std::optional<double> io_pressure; ///< all pressures in percent
    std::optional<Resource> worst_pressure; ///< the highest of them
    std::optional<std::uint32_t> hurt_rank; ///< so many apps are hurt more
};

/// By app id.
using Measures = std::map<std::string, Measure>;

/// Parses the answer of Measure().
[[nodiscard]] Measures measures_in(GVariant *answer);

} // namespace headroom::ctl
