// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/pressure.h"
#include "model/session.h"

#include <optional>

namespace headroom {

/// What was seen in a terminal's tab a moment ago. nullptr: the last look was earlier.
[[nodiscard]] const Job *fresh_job(const Session &session, UnitId unit, TimePoint now);

/// Why the user may be working in a terminal's tab, or watching it, as a sentence. nullopt: the
/// user isn't, or it is no tab.
[[nodiscard]] std::optional<Sentence> tab_in_use(const Session &session, const Config &config,
                                                 UnitId unit, Level level, TimePoint now);

} // namespace headroom
