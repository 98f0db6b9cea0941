// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

namespace headroom {

/// Whether the compositor or the focused app waits for memory, so much that it is uneasy for that.
/// Counts samples from `not_before` on, up to `at`. nullopt: unknown, or there are too few samples.
[[nodiscard]] std::optional<bool> foreground_waits(const PressureHistory &history,
                                                   const PressureLimits &limits, TimePoint at,
                                                   TimePoint not_before);

/// The same by the last sample, and by all before it.
[[nodiscard]] std::optional<bool> foreground_waits(const Session &session, const Config &config);

} // namespace headroom
