// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

namespace headroom {

/// Whose tasks stalled, and for which share of the time (0 to 1).
struct Stall {
    double share = 0;
    StallGroup group{};
};

/// As PressureHistory::stalled(), of the compositor or the focused app, whichever stalls more.
/// line: its group does not count.
[[nodiscard]] std::optional<Stall> stalled_in_front(const PressureHistory &history, StallLine line,
                                                    Duration window, TimePoint at,
                                                    TimePoint not_before);

/// Whether the compositor or the focused app waits for memory, so much that it is uneasy for that.
/// Counts samples from `not_before` on, up to `at`. nullopt: unknown, or there are too few samples.
[[nodiscard]] std::optional<bool> foreground_waits(const PressureHistory &history,
                                                   const PressureLimits &limits, TimePoint at,
                                                   TimePoint not_before);

/// The same by the last sample, and by all before it.
[[nodiscard]] std::optional<bool> foreground_waits(const Session &session, const Config &config);

} // namespace headroom
