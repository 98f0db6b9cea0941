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

/// What an app waits for, and in what share of the time.
struct Wait {
    Resource what{};
    double percent = 0;
};

/// The resource that it waits for most. nullopt: all are unknown.
[[nodiscard]] std::optional<Wait> worst_wait(const Measure &measure);
/// The wait for this resource alone.
[[nodiscard]] std::optional<Wait> wait_for(const Measure &measure, Resource what);

/// The app's figures. Empty if there are none.
[[nodiscard]] Measure measure_of(const LiveSituation &situation, const App &app);

/// All apps, unknown ones last. The pointers point into the situation.
[[nodiscard]] std::vector<const App *> in_order(const LiveSituation &situation, TopOrder order);

} // namespace headroom::ctl
