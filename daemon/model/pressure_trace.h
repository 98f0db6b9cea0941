// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"

#include <deque>
#include <optional>
#include <vector>

namespace headroom {

/// The machine's pressure for one resource over the last minutes, for a view that has just been
/// opened: the applet, headroomctl top.
///
/// Nothing was sampled while no view was open. For that time, the averages of each stretch are
/// derived from the kernel's averages of the last 60 and 300 seconds. There a chart is coarse, but
/// neither empty nor invented.
class PressureTrace {
public:
    /// The kernel updates its averages this often.
    static constexpr Duration slot = std::chrono::seconds{2};
    static constexpr int slots_kept = 150;

    /// The kernel's averages of now. Without any average nothing is recorded.
    void take(const StallAverages &averages, TimePoint now);
    void forget() { m_looks.clear(); }

    /// Percentages as of the last look, one a slot, oldest first. Slots without a figure are left
    /// out. Empty: nothing is known.
    [[nodiscard]] std::vector<double> row() const;
    /// The share of the last ten seconds, as of the last look.
    [[nodiscard]] std::optional<double> last() const;

private:
    struct Look {
        TimePoint at;
        StallAverages averages;
    };
    std::deque<Look> m_looks; ///< oldest first
};

} // namespace headroom
