// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"
#include "watch/pressure/pressure_uses.h"

#include <vector>

namespace headroom {

/// What these units, or slices, need of memory. Those that report no memory are left out. For a
/// thread, like all reading of cgroups' files.
[[nodiscard]] std::vector<UnitNeed> read_needs(const UnitDirs &units);

} // namespace headroom
