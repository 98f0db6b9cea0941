// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/history_entry.h"
#include "model/session.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

namespace headroom {

[[nodiscard]] WallTime wall_now();

/// Whether the action only goes on with what another one has begun and told: all but the first slice of a reclaim.
[[nodiscard]] bool goes_on(const Session &session, const Action &action);

/// What was done lately, in memory. The clock is the caller's.
class History {
public:
    static constexpr std::chrono::hours longest{24};
    static constexpr std::size_t most = 4096; ///< some 1 MiB

    void add(HistoryEntry entry);
    void add(std::vector<HistoryEntry> entries);
    /// An act that was just performed. The slices of a reclaim become one entry for each freeze, or for each time in the background.
    void add(const Action &action, Level level, WallTime now);
    /// What came of a slice.
    void reclaimed(UnitId unit, std::uint64_t bytes);

    /// What is kept from `from` on, oldest first.
    [[nodiscard]] std::vector<HistoryEntry> since(WallTime from, WallTime now) const;

private:
    struct Reclaim {
        std::uint64_t number = 0; ///< of its entry
        std::uint64_t bytes = 0;
        ReclaimFrom from{};
    };
    void add_slice(const Action &action, Level level, WallTime now);
    void drop_first();

    std::deque<HistoryEntry> m_entries;
    std::uint64_t m_dropped = 0; ///< so that an entry has a number that stays
    std::map<UnitId, Reclaim>
        m_reclaims; ///< of what is in force; what has no entry any more has none here either
};

} // namespace headroom
