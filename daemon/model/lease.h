// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/ids.h"

#include <cstdint>
#include <optional>

/// Freezes: the request for one, the one in force, and how often an app was frozen.
namespace headroom {

/// A user or a client wants an app frozen. The request stands until something ends it. What ended
/// it is the cause of the thaw.
struct FreezeRequest {
    TimePoint asked{};
    Duration hold{};
    std::optional<ThawCause> ended;
    bool once_behind = false; ///< as in event::FreezeAsked
    bool minimised = false; ///< the compositor was asked to minimise its windows
    std::optional<TimePoint> answers_until; ///< it runs for a moment; see Session::outlasts_ping()
};

enum class FreezerState { Freezing, Frozen };

/// A freeze of ours that is in force on a unit.
struct Lease {
    AppId app;
    TimePoint since{};
    FreezerState state = FreezerState::Freezing;
    FreezeCause cause = FreezeCause::Asked;
    std::optional<std::uint64_t> grew; ///< bytes a second by which it grew when it was frozen
    bool in_turn = false; ///< as in action::Freeze
    /// What has ended a freeze under pressure. For a requested freeze see FreezeRequest.
    std::optional<ThawCause> ended;
    std::optional<TimePoint> reclaiming; ///< when the slice under way was requested
    std::optional<TimePoint> last_slice; ///< when the last slice was done
    std::uint64_t reclaimed = 0; ///< bytes reclaimed so far
    bool reclaimed_dry = false; ///< the last slice failed or fell short: there is no more
};

/// How often pressure froze an app. Repeated offenders stay frozen for longer.
struct Offences {
    /// This long after the last freeze, the next one counts as the first.
    static constexpr Duration fade_after = std::chrono::minutes{10};
    unsigned count = 0;
    TimePoint last{};
};

} // namespace headroom
