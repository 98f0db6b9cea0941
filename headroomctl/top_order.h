// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <vector>

#include "live.h"

namespace headroom::ctl {

enum class TopOrder {
    Hurt,       ///< what is held first, then what waits most, then what needs most memory
    Memory,     ///< what needs most
    MemoryWait, ///< these three: what waits most for it
    CpuWait,
    IoWait,
    Name,
};

/// What an app waits for, and for how much of the time.
struct Wait {
    Resource what{};
    double percent = 0;
};

/// What it waits for most; of two that are as bad, the one that hangs a desktop: memory, then the disk, then the CPU. nullopt: nothing is known.
[[nodiscard]] std::optional<Wait> worst_wait(const Measure &measure);
/// For that alone.
[[nodiscard]] std::optional<Wait> wait_for(const Measure &measure, Resource what);

/// The app's figures; none where there are none.
[[nodiscard]] Measure measure_of(const LiveSituation &situation, const App &app);

/// All apps, what is unknown last. They are the situation's own.
[[nodiscard]] std::vector<const App *> in_order(const LiveSituation &situation, TopOrder order);

} // namespace headroom::ctl
