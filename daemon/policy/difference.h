// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "policy/wanted.h"

#include <vector>

namespace headroom {

/// Ends each lease that no rule wants any more, for the reason that thaw_wanted() gives.
void thaw_the_rest(const Session &session, const Config &config, TimePoint now, Wanted &wanted);

/// The actions that turn what is in force into what is wanted. Thaws come before weights and
/// protections, then moves, questions and at most one freeze.
[[nodiscard]] std::vector<Action> difference(const Session &session, const Wanted &wanted);

} // namespace headroom
