// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "live.h"

namespace headroom::ctl {

enum class TopOrder {
    Hurt, ///< as the daemon ranks them
    Memory, ///< the largest need first
    /// These three: the longest wait first.
    MemoryWait,
    CpuWait,
    IoWait,
    Name,
};

/// The app's figures. Empty if there are none.
[[nodiscard]] Measure measure_of(const LiveSituation &situation, const App &app);

/// All apps, unknown ones last. The pointers point into the situation.
[[nodiscard]] std::vector<const App *> in_order(const LiveSituation &situation, TopOrder order);

} // namespace headroom::ctl
