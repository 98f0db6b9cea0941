// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"

#include <cstdint>
#include <deque>
#include <optional>

/// What successive looks at the memory of a unit in the background have found. Session::apply()
/// fills it, and the policy queries it.
namespace headroom {

/// What one unit's files showed at one moment. nullopt: not reported, which is not "none".
struct UnitMemory {
    UnitId unit;
    /// memory.current, in bytes: all of its memory, file pages included, without what is swapped
    /// out.
    std::optional<std::uint64_t> current;
    /// total= of "some" in its memory.pressure: since the cgroup was made.
    std::optional<Duration> memory_stalled;
    std::optional<Duration> io_stalled; ///< the same of its io.pressure
    bool marked_exempt = false; ///< as in UnitUse
    bool operator==(const UnitMemory &) const = default;
};

class WorkingSet {
public:
    /// Stalls are averaged over this time. senpai's 0.1 % of six seconds are six milliseconds,
    /// which one slow fault takes on a desktop.
    static constexpr Duration window = std::chrono::minutes{1};
    /// After such a gap without a look, older looks mean nothing any more.
    static constexpr Duration torn = std::chrono::seconds{30};
    /// The unit has become smaller if it shrank by this much, in percent. memory.current fluctuates
    /// by less than this all the time.
    static constexpr double smaller = 1;

    void add(const UnitMemory &seen, TimePoint at);

    [[nodiscard]] TimePoint looked_at() const { return m_looks.back().at; }
    [[nodiscard]] std::optional<std::uint64_t> current() const
    {
        return m_looks.back().seen.current;
    }
    [[nodiscard]] bool marked_exempt() const { return m_looks.back().seen.marked_exempt; }
    /// The share of the time, 0 to 1, in which tasks of the unit waited for memory or for the disk,
    /// whichever is more. It is taken over `window` and between the last two looks, and the larger
    /// one counts. nullopt: not reported, or there was only one look.
    [[nodiscard]] std::optional<double> stalled() const;
    /// For how long, as of the last look, it has not become smaller. Counted from the first look at
    /// the earliest.
    [[nodiscard]] Duration unchanged_for() const { return looked_at() - m_shrank; }

private:
    struct Look {
        TimePoint at{};
        UnitMemory seen;
    };
    [[nodiscard]] std::optional<double> stalled_since(const Look &begin) const;

    std::deque<Look> m_looks; ///< never empty once one was added
    std::optional<std::uint64_t> m_least; ///< bytes it had when it last became smaller
    TimePoint m_shrank{};
};

} // namespace headroom
