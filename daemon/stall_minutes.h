// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/history_entry.h"
#include "model/session.h"
#include "model/tally.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace headroom {

/// How long the foreground app and the compositor stalled, minute by minute, while pressure is
/// sampled. It has no timer: the first sample beyond a minute ends it.
class StallMinutes {
public:
    static constexpr Duration minute = std::chrono::minutes{1};
    static constexpr Duration least = std::chrono::milliseconds{100}; ///< no entry below this

    /// `tally` gets all that stalls, below `least`, too.
    explicit StallMinutes(Tally &tally) : m_tally(tally) {}

    /// The entries of the minute that this sample ends. Empty if it ends none.
    [[nodiscard]] std::vector<HistoryEntry>
    add(const PressureSample &sample, const Session &session, TimePoint now, WallTime wall);
    /// Call when sampling ends. Returns the entries for the part of a minute that was sampled. What
    /// stalls until the next sample is not counted.
    [[nodiscard]] std::vector<HistoryEntry> pause(Level level, WallTime wall);

private:
    static constexpr std::size_t resources = 3;
    struct Sum {
        AppId app;
        std::string unit;
        bool counted = false; ///< in the last sample
        std::array<std::optional<Duration>, resources> last; ///< the latest totals, by Resource
        std::array<Duration, resources> stalled{};
    };
    void count(Stalling who, UnitId unit, const GroupStalls &stalls, const Session &session);
    [[nodiscard]] std::vector<HistoryEntry> take_entries(Level level, WallTime wall);

    Tally &m_tally;
    std::map<UnitId, Sum> m_sums;
    std::optional<TimePoint> m_began;
};

} // namespace headroom
