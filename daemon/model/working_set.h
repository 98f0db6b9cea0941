// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <deque>
#include <optional>

/// What looks at the memory of a unit in the background have found, one after the other. Filled by Session::apply(), asked by the policy; pure.
namespace headroom {

/// One look at one unit. nullopt: not told, which is not "none".
struct UnitMemory {
    UnitId unit;
    std::optional<std::uint64_t>
        current; ///< memory.current, in bytes: all that is in memory for it, file pages included, and nothing that is swapped out
    std::optional<Duration>
        memory_stalled; ///< total= of "some" in its memory.pressure: since the cgroup was made
    std::optional<Duration> io_stalled; ///< the same of its io.pressure
    bool let_be = false; ///< as in UnitUse
    bool operator==(const UnitMemory &) const = default;
};

class WorkingSet {
public:
    /// Stalls are averaged over so long: 0.1 % of senpai's six seconds are six milliseconds, which one slow fault takes on a desktop.
    static constexpr Duration window = std::chrono::minutes{1};
    /// After such a gap without a look, what was before says nothing any more.
    static constexpr Duration torn = std::chrono::seconds{30};
    /// It has become smaller if it has by so much, in percent. memory.current goes up and down by less than that all the time.
    static constexpr double smaller = 1;

    void add(const UnitMemory &seen, TimePoint at);

    [[nodiscard]] TimePoint looked_at() const { return m_looks.back().at; }
    [[nodiscard]] std::optional<std::uint64_t> current() const
    {
        return m_looks.back().seen.current;
    }
    [[nodiscard]] bool let_be() const { return m_looks.back().seen.let_be; }
    /// For which share of the time, 0 to 1, something in it waited for memory or for the disk, whichever is more: over `window`, or between the
    /// last two looks, whichever is more. nullopt: not told, or there was one look only.
    [[nodiscard]] std::optional<double> stalled() const;
    /// How long before the last look it became smaller last, or was looked at first.
    [[nodiscard]] Duration unchanged_for() const { return looked_at() - m_shrank; }

private:
    struct Look {
        TimePoint at{};
        UnitMemory seen;
    };
    [[nodiscard]] std::optional<double> stalled_since(const Look &begin) const;

    std::deque<Look> m_looks; ///< never empty once one was added
    std::optional<std::uint64_t> m_least; ///< what it had when it became smaller last
    TimePoint m_shrank{};
};

} // namespace headroom
