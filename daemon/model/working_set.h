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
    /// Bytes that were reclaimed and needed again, since the cgroup was made.
    std::optional<std::uint64_t> returned{};
    bool operator==(const UnitMemory &) const = default;
};

class WorkingSet {
public:
    /// Stalls are averaged over this time. senpai's 0.1 % of six seconds are six milliseconds,
    /// which one slow fault takes on a desktop.
    static constexpr Duration window = std::chrono::minutes{1};
    /// After such a gap without a look, older looks mean nothing any more.
    static constexpr Duration longest_gap = std::chrono::seconds{30};
    /// The unit has become smaller if it shrank by this much, in percent. memory.current fluctuates
    /// by less than this all the time.
    static constexpr double smaller = 1;
    /// pace() is not less, so that it is known within settles_within that the unit needs the rest.
    static constexpr double slowest = 0.25;
    /// pace() is not more. What senpai would take 14 minutes for then takes seven, so the slow end
    /// has its time, too.
    static constexpr double fastest = 2;

    void add(const UnitMemory &seen, TimePoint at);
    /// So many bytes of it were to be reclaimed. held_back: swap did not allow more.
    void asked_for(std::uint64_t bytes, bool held_back);

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
    /// What was to be reclaimed in that time, in bytes.
    [[nodiscard]] std::uint64_t asked() const { return m_asked; }
    /// Less was to be reclaimed in that time than would have been by its size and its stalls: swap
    /// did not allow more, or a slice took long.
    [[nodiscard]] bool held_back() const { return m_held_back || m_looks_without_slice > 2; }
    /// Half of what was reclaimed before the last look was needed again by then, or more.
    [[nodiscard]] bool came_back() const { return m_came_back; }
    /// The size of the next slice in relation to the usual one. It is halved whenever a slice comes
    /// back, and doubled whenever one doesn't.
    [[nodiscard]] double pace() const { return m_pace; }
    /// Bytes at the first look, or at the first one after a gap if it had more then. nullopt: not
    /// reported then.
    [[nodiscard]] std::optional<std::uint64_t> used() const { return m_used; }

private:
    struct Look {
        TimePoint at{};
        UnitMemory seen;
    };
    [[nodiscard]] std::optional<double> stalled_since(const Look &begin) const;
    void adapt_pace(const UnitMemory &before, const UnitMemory &seen);

    std::deque<Look> m_looks; ///< never empty once one was added
    std::optional<std::uint64_t> m_least; ///< bytes it had when it last became smaller
    TimePoint m_shrank{};
    std::optional<std::uint64_t> m_used;
    std::uint64_t m_last_slices = 0; ///< bytes that were to be reclaimed since the last look
    std::uint64_t m_asked = 0;
    bool m_held_back = false;
    int m_looks_without_slice = 0; ///< since the last one
    bool m_came_back = false;
    double m_pace = 1;
};

} // namespace headroom
