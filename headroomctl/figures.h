// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <map>
#include <optional>
#include <string>

#include <headroom_dbus.h>

#include "failure.h"
#include "model/pressure.h"

namespace headroom::ctl {

/// The kernel's current figures for an app. Empty: unknown.
struct Measure {
    std::optional<std::uint64_t> memory; ///< bytes
    /// The part that the app would immediately need again if it were reclaimed.
    std::optional<std::uint64_t> memory_needed;
    std::optional<bool> is_measured; ///< otherwise `memory_needed` is an estimate
    std::optional<std::uint64_t> memory_slack; ///< the rest
    std::optional<std::uint64_t> swap; ///< bytes, not part of `memory`
    std::optional<std::uint64_t> swap_compressed; ///< the part that is kept in memory
    std::optional<double> memory_pressure;
    std::optional<double> cpu_pressure;
    std::optional<double> io_pressure; ///< all pressures in percent
    std::optional<Resource> worst_pressure; ///< the highest of them
    std::optional<std::uint32_t> hurt_rank; ///< the number of apps that are hurt more
};

/// What an app waits for, and in what share of the time.
struct Wait {
    Resource what{};
    double percent = 0;
};

/// The resource that it waits for most. nullopt: all are unknown.
[[nodiscard]] std::optional<Wait> worst_wait(const Measure &measure);
/// The wait for this resource alone.
[[nodiscard]] std::optional<Wait> wait_for(const Measure &measure, Resource what);

/// By app id.
using Measures = std::map<std::string, Measure>;

/// Parses the answer of Measure().
[[nodiscard]] Measures measures_in(GVariant *answer);

/// What the daemon measures now.
[[nodiscard]] std::expected<Measures, Failure> present_measures(HeadroomDbusManager *daemon);

} // namespace headroom::ctl
