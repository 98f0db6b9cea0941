// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/judge_pressure.h"
#include "policy/wanted.h"

namespace headroom {

[[nodiscard]] bool is_memory_short(const Judgement &judgement);

/// What is in force because memory was short keeps the shortage from being felt. So it outlasts
/// the shortage for a while, as a nap does. True: it stays in force.
[[nodiscard]] bool outlasts_shortage(const Session &session, const Config &config,
                                     const Judgement &judgement, TimePoint now, Wanted &wanted);

} // namespace headroom
