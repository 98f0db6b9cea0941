// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"
#include "policy/wanted.h"

#include <set>

namespace headroom {

/// Whether writing to swap wears a disk. Unknown counts as a disk.
[[nodiscard]] bool wears_a_disk(const SwapSeen &swap);

/// senpai's algorithm: how much of each unit is reclaimed now, one slice for each measurement.
/// session.swap must have a value.
void take_slices(const Session &session, const Config &config, const std::set<UnitId> &of,
                 Wanted &wanted);

} // namespace headroom
