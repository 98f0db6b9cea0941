// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "history_ring.h"
#include "model/action.h"
#include "model/session.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace headroom {

[[nodiscard]] WallTime wall_now();

/// Whether the action only continues one that was already reported: any slice of a reclaim but the
/// first.
[[nodiscard]] bool continues_earlier_act(const Session &session, const Action &action);

/// The recent acts, kept in memory only. The caller supplies the time.
class History {
public:
    static constexpr std::chrono::hours longest{24};
    static constexpr std::size_t most = 4096;    ///< entries
    static constexpr std::size_t most_bytes = 1 << 20;

    void add(const HistoryEntry &entry);
    void add(const std::vector<HistoryEntry> &entries);
    /// Adds an act that was just performed. The slices of a reclaim share one entry for each
    /// freeze, or for each stay in the background.
    void add(const Action &action, Level level, WallTime now);
    /// Adds to that entry what a slice has reclaimed.
    void reclaimed(UnitId unit, std::uint64_t bytes);
    /// The session is about to take this event. What is in force on a unit ends with the unit, and
    /// no act reports that.
    void take(const Event &event, const Session &session, WallTime now);

    [[nodiscard]] std::size_t size() const { return m_ring.size(); }
    /// The entries since `from`, oldest first. None is older than `longest`. That makes tens of
    /// thousands of strings: on the loop, let a copy do it in another thread.
    [[nodiscard]] std::vector<HistoryEntry> since(WallTime from, WallTime now) const;

private:
    struct Reclaim {
        HistoryRing::Place entry;
        HistoryRing::Reclaimed so_far;
    };
    std::optional<HistoryRing::Place> keep(const HistoryEntry &entry);
    void add_slice(const Action &action, Level level, WallTime now);
    void drop_oldest_entry();

    HistoryRing m_ring{most_bytes};
    /// Reclaims in force. One whose entry was dropped is not in here.
    std::map<UnitId, Reclaim> m_reclaims;
};

} // namespace headroom
