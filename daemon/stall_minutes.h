// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/history_entry.h"
#include "model/session.h"

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace headroom {

/// For how long the app in front and the compositor stalled, minute by minute, while pressure is looked at at all. It has no timer: a minute is
/// over when a sample comes that lies beyond it.
class StallMinutes {
public:
    static constexpr Duration minute = std::chrono::minutes{1};
    static constexpr Duration least = std::chrono::milliseconds{100}; ///< less isn't worth an entry

    /// The entries of the minute that this sample ends, none if it ends none.
    [[nodiscard]] std::vector<HistoryEntry>
    add(const PressureSample &sample, const Session &session, TimePoint now, WallTime wall);
    /// Nobody looks any more: what was seen of the minute. What stalls until the next sample is nobody's.
    [[nodiscard]] std::vector<HistoryEntry> pause(Level level, WallTime wall);

private:
    static constexpr std::size_t resources = 3;
    struct Tally {
        AppId app;
        std::string unit;
        bool counted = false; ///< by the last sample
        std::array<std::optional<Duration>, resources> last; ///< the totals seen last, by Resource
        std::array<Duration, resources> stalled{};
    };
    void count(UnitId unit, const GroupStalls &stalls, const Session &session);
    [[nodiscard]] std::vector<HistoryEntry> take_entries(Level level, WallTime wall);

    std::map<UnitId, Tally> m_tallies;
    std::optional<TimePoint> m_began;
};

} // namespace headroom
