// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/config.h"
#include "model/session.h"

#include <optional>
#include <string>

namespace headroom {

/// Why an app should run although its freeze was requested, whether it is frozen by now or not.
/// nullopt: it should be frozen.
[[nodiscard]] std::optional<ThawCause>
why_request_ended(const Session &session, const Config &config, const AppId &app, TimePoint now);

/// Why a freeze in force should end, whatever its cause. nullopt: it should continue. The unit must
/// have a lease.
[[nodiscard]] std::optional<ThawCause> thaw_wanted(const Session &session, const Config &config,
                                                   UnitId unit, TimePoint now);

/// When a requested freeze ends by itself.
[[nodiscard]] TimePoint request_expires(const Config &config, const FreezeRequest &request);

/// "its window was activated"
[[nodiscard]] Sentence describe(ThawCause cause);

} // namespace headroom
