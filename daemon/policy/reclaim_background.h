// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

#include <optional>
#include <string>

namespace headroom {

/// Gentle reclaim: what do hidden apps hold that they don't use? A little of it is pushed out at a time, for as long as they don't stall for it; what is left
/// in the end is what they need. Off unless the user wants it.
void reclaim_background(const Session &session, const Config &config, const Judgement &judgement,
                        TimePoint now, Wanted &wanted);

/// Why nothing of a unit would be pushed out in this way now, as a sentence. nullopt: it would.
[[nodiscard]] std::optional<Sentence> kept_in_memory(const Session &session, const Config &config,
                                                     const Judgement &judgement, UnitId unit,
                                                     TimePoint now);

} // namespace headroom
