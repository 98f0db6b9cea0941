// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/lease.h"

#include <algorithm>
#include <map>

namespace headroom {

/// How many units of `before` are no longer in `now`. Units that were frozen in between don't make
/// them fewer.
[[nodiscard]] inline unsigned ended_leases(const std::map<UnitId, Lease> &before,
                                           const std::map<UnitId, Lease> &now)
{
    const auto has_ended = [&now](const auto &lease) { return !now.contains(lease.first); };
    return static_cast<unsigned>(std::ranges::count_if(before, has_ended));
}

} // namespace headroom
