// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>

#include <headroom_dbus.h>
#include <json-glib/json-glib.h>

#include "contest.h"

/// What the weights of the foreground app really give, for `doctor`.
namespace headroom::ctl {

enum class Weighted { Cpu, Disk };

struct MeasuredWeight {
    Weighted what{};
    std::uint64_t weight = 0; ///< of the app in front; the other had 100
    double share = 0; ///< percent that it had
    double expected = 0; ///< percent that the weight stands for
    double total = 0; ///< a second, of both: CPUs, or bytes

    /// A weight up to this one stands for nearly the same as the other's. Chance would decide.
    static constexpr std::uint64_t too_close = 110;

    /// It had more than halfway between an equal share and what the weight stands for. nullopt: the
    /// weight is too close to show that.
    [[nodiscard]] std::optional<bool> works() const
    {
        return weight > too_close ? std::optional{share >= (50 + expected) / 2} : std::nullopt;
    }
};

/// What was requested, with the processes for it. Make it before there is any thread.
struct WeightContests {
    std::optional<Contest> cpu;
    std::optional<Contest> disk;
    std::string directory; ///< whose disk is measured
};
[[nodiscard]] std::expected<WeightContests, Failure> prepare_contests(bool cpu, bool disk);

struct MeasuredWeights {
    std::optional<MeasuredWeight> cpu;
    std::optional<MeasuredWeight> disk;
    std::string directory;
};
/// Takes two seconds for each.
[[nodiscard]] std::expected<MeasuredWeights, Failure> measure(WeightContests &contests,
                                                              HeadroomDbusManager *daemon);

/// Sentences, one a line. Empty: nothing was measured.
[[nodiscard]] std::string as_text(const MeasuredWeights &measured);
/// The member "measured": an object, or null for each that was not measured.
void add_measured(JsonBuilder *json, const MeasuredWeights &measured);

} // namespace headroom::ctl
