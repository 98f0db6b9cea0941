// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

#include <optional>
#include <string>

namespace headroom {

/// Gentle reclaim of memory that hidden apps hold and do not use. A little of it is reclaimed at a
/// time, for as long as they do not stall for it. What is left in the end is the working set. Off
/// unless the user wants it.
void reclaim_background(const Session &session, const Config &config, const Judgement &judgement,
                        TimePoint now, Wanted &wanted);

/// Why nothing of a unit would be reclaimed in this way now, as a sentence. nullopt: it would be.
[[nodiscard]] std::optional<Sentence> kept_in_memory(const Session &session, const Config &config,
                                                     const Judgement &judgement, UnitId unit,
                                                     TimePoint now);

} // namespace headroom
