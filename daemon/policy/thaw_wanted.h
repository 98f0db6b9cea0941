// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/config.h"
#include "model/session.h"

#include <optional>
#include <string>

namespace headroom {

/// Why an app that somebody asked to have frozen should run, whether it is frozen by now or not. nullopt: it should be frozen.
[[nodiscard]] std::optional<ThawCause> wish_ended(const Session &session, const Config &config,
                                                  const AppId &app, TimePoint now);

/// Why a freeze in force should end, whoever it is from. nullopt: it should go on. The unit has a lease.
[[nodiscard]] std::optional<ThawCause> thaw_wanted(const Session &session, const Config &config,
                                                   UnitId unit, TimePoint now);

/// When a freeze that was asked for ends by itself.
[[nodiscard]] TimePoint hold_ends(const Config &config, const FreezeRequest &request);

/// "its window was activated"
[[nodiscard]] Sentence describe(ThawCause cause);

} // namespace headroom
