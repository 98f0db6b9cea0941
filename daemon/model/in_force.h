// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/ids.h"

#include <cstdint>

/// What of our doing is in force on a unit, besides a freeze (lease.h).
namespace headroom {

/// A unit in the background of which unused memory is pushed out: from the first slice until no more are taken.
struct GentleReclaim {
    AppId app;
    TimePoint since{};
    TimePoint asked{}; ///< when the last slice was
    bool under_way = false; ///< that one isn't answered yet
    bool file_pages_only = false; ///< it was of file pages alone
    bool no_file_pages =
        false; ///< such a slice couldn't be had: there are none, or the kernel doesn't know how
    unsigned slices = 0;
    std::uint64_t bytes = 0; ///< pushed out so far
};

/// Weights of ours that are in force on a unit.
struct WeightsInForce {
    AppId app;
    Weights weights;
    WeightKind kind{};
};

} // namespace headroom
