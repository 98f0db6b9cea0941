// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/ids.h"

#include <cstdint>
#include <optional>

/// What is known of a freeze: the wish for one, the one in force, and how often there was one.
namespace headroom {

/// Somebody wants an app frozen. It stands until something ends it; what ended it is the reason for the thaw.
struct FreezeRequest {
    TimePoint asked{};
    Duration hold{};
    std::optional<ThawCause> ended;
};

enum class FreezerState { Freezing, Frozen };

/// A freeze of ours that is in force on a unit.
struct Lease {
    AppId app;
    TimePoint since{};
    FreezerState state = FreezerState::Freezing;
    FreezeCause cause = FreezeCause::Asked;
    std::optional<std::uint64_t> grew; ///< bytes a second that it took when it was frozen
    bool in_turn = false; ///< as in action::Freeze
    std::optional<ThawCause>
        ended; ///< for a freeze under pressure: what speaks against it since; for one that was asked for see FreezeRequest
    std::optional<TimePoint> reclaiming; ///< when a slice was asked for that isn't answered yet
    std::optional<TimePoint> last_slice; ///< when the last one was answered
    std::uint64_t reclaimed = 0; ///< bytes pushed out so far
    bool reclaimed_dry = false; ///< the last slice couldn't be had: there is no more
};

/// How often an app was frozen under pressure: repeat offenders stay frozen for longer.
struct Offences {
    static constexpr Duration fade_after =
        std::chrono::minutes{10}; ///< so long after the last one, the next is the first again
    unsigned count = 0;
    TimePoint last{};
};

} // namespace headroom
