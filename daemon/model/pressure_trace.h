// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"

#include <deque>
#include <optional>
#include <vector>

namespace headroom {

/// The machine's pressure for one resource over the last minutes, for whoever begins to look: the applet, headroomctl top.
///
/// Nothing was sampled while nobody looked. For that time the kernel's averages of the last 60 and 300 seconds are taken apart into what they say of
/// each stretch, so that a chart is coarse there, and neither empty nor invented.
class PressureTrace {
public:
    static constexpr Duration slot =
        std::chrono::seconds{2}; ///< the kernel makes its averages anew that often
    static constexpr int slots_kept = 150;

    /// What the kernel says now. Averages that aren't told at all leave no look behind.
    void take(const StallAverages &averages, TimePoint now);
    void forget() { m_looks.clear(); }

    /// Percentages as of the last look, one a slot, oldest first; empty: nobody said anything. A slot that nobody tells of is left out.
    [[nodiscard]] std::vector<double> row() const;
    /// The share of the last ten seconds, as the last look had it.
    [[nodiscard]] std::optional<double> last() const;

private:
    struct Look {
        TimePoint at;
        StallAverages averages;
    };
    std::deque<Look> m_looks; ///< oldest first
};

} // namespace headroom
