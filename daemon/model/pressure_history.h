// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

/// What the samples of the last seconds show. Session::apply() fills it, and the policy queries it.
namespace headroom {

enum class StallGroup { System, Compositor, Focused };
enum class StallKind { Some, Full };

/// Which tasks stall for what: a line of a PSI file.
struct StallLine {
    StallGroup group{};
    Resource resource{};
    StallKind kind{};
};

/// What a unit has taken since some moment of the past. nullopt: not known at both ends.
struct UnitGrowth {
    UnitId unit;
    std::optional<std::int64_t> held; ///< bytes: what it holds now less what it held then
    /// Bytes: what it holds now less the least that it has held since then.
    std::optional<std::uint64_t> climbed;
    /// Bytes: its deepest fall in all uses kept, also before `since`. This much it takes and gives
    /// back.
    std::uint64_t gave_back = 0;
    std::optional<std::uint64_t> scanned;
    std::optional<std::uint64_t> refaults;
    std::optional<Duration> cpu;
    std::optional<std::uint64_t> io;
};

struct Growth {
    Duration over{}; ///< zero: there are no two samples
    std::vector<UnitGrowth> units; ///< those with any change
    /// Bytes by which MemAvailable and free swap together fell. 0: they didn't fall. What zram and
    /// zswap took meanwhile doesn't count: it holds what their owners still hold, in swap.
    std::optional<std::uint64_t> room_lost;
};

class PressureHistory {
public:
    static constexpr Duration kept = std::chrono::seconds{10};
    /// After such a gap without a sample, older samples mean nothing any more.
    static constexpr Duration longest_gap = std::chrono::seconds{5};

    void add(const PressureSample &sample, TimePoint at);
    void stall_seen(TimePoint at) { m_last_trigger = at; }
    void app_started(TimePoint at) { m_last_start = at; }
    void forget_unit(UnitId unit);
    void forget_before(TimePoint at);
    void reclaim_began(UnitId unit, TimePoint at); ///< we reclaim a slice, into swap
    void reclaim_ended(UnitId unit, TimePoint at);

    [[nodiscard]] std::optional<TimePoint> last_trigger() const { return m_last_trigger; }
    [[nodiscard]] std::optional<TimePoint> last_start() const { return m_last_start; }
    [[nodiscard]] std::optional<TimePoint> last_at() const;
    [[nodiscard]] std::vector<TimePoint> times() const; ///< of all samples kept, oldest first

    /// Share (0 to 1) of the time in which tasks stalled, between the sample at `at` and the newest
    /// one at least `window` before it. nullopt: not reported, or there are no two such samples, or
    /// the earlier one is from before `not_before`.
    [[nodiscard]] std::optional<double> stalled(const StallLine &line, Duration window,
                                                TimePoint at, TimePoint not_before) const;
    /// As of the newest sample at or before `at`.
    [[nodiscard]] std::optional<MemoryLevel> memory(TimePoint at) const;
    /// Bytes neither held nor in use, as of the newest sample at or before `at`. MemAvailable
    /// counts file pages that running programs map and use as available, and reclaiming these is
    /// what makes the desktop hang. No more are in use than are active, nor than are mapped. The
    /// maximum of the samples kept at that time counts: when memory is short, the kernel makes
    /// active pages inactive, and unmaps them. nullopt: not reported.
    [[nodiscard]] std::optional<std::uint64_t> slack(TimePoint at) const;
    /// Bytes that can still be taken: slack and free swap. nullopt: not reported.
    [[nodiscard]] std::optional<std::uint64_t> room(TimePoint at) const;
    /// How long the room will last if it keeps shrinking as it did for `over` before `at`, or since
    /// `not_before` if that is later. nullopt: it doesn't shrink, that isn't known, or this time is
    /// shorter than `at_least`.
    [[nodiscard]] std::optional<Duration> time_left(TimePoint at, Duration over, Duration at_least,
                                                    TimePoint not_before) const;
    /// Bytes of swap that were taken in the time `over` before `at`, or since the first sample if
    /// that is later. nullopt: not reported, or our own reclaim may have taken them.
    [[nodiscard]] std::optional<std::uint64_t> swapped_out(TimePoint at, Duration over) const;
    /// From the newest sample at or before `since` (else the first) to the last one.
    [[nodiscard]] Growth growth(TimePoint since) const;
    /// As of the last sample that had the unit. nullptr: none had it.
    [[nodiscard]] const UnitUse *use(UnitId unit) const;

private:
    struct Stalls {
        TimePoint at{};
        std::optional<GroupStalls> groups[3]; ///< by StallGroup
        UnitId focused_unit;
        std::optional<MemoryLevel> memory;
        /// Bytes of file pages: the most of this sample and of those kept when it was added.
        std::uint64_t in_use = 0;
    };
    /// What a unit did from one Uses to the next, if it did anything. Of thousands of units most
    /// are idle. They take no room here, and queries skip them.
    struct Taken {
        std::optional<UnitUse> before; ///< nullopt: it wasn't there
        std::optional<std::uint64_t> lowest; ///< of what it held, at the beginning and since
        std::optional<std::uint64_t> highest;
        std::uint64_t fell = 0; ///< the deepest fall from one moment to a later one
        void add(std::optional<std::uint64_t> held);
    };
    struct Uses {
        TimePoint at{};
        std::map<UnitId, Taken> units;
        std::optional<MemoryLevel> memory;
    };

    /// A slice that we reclaimed. The swap that it took can't be separated from what others took,
    /// since the kernel reclaims more than requested.
    struct Push {
        UnitId unit;
        TimePoint from{};
        std::optional<TimePoint> until; ///< nullopt: it is under way
    };

    [[nodiscard]] const Stalls *find(TimePoint at) const;
    /// A unit that has changed since some moment: its use at that moment, and the least that it has
    /// held since.
    struct Then {
        std::optional<UnitUse> use; ///< nullopt: it wasn't there
        std::optional<std::uint64_t> least;
    };
    void take(const UnitUse &use);
    [[nodiscard]] std::map<UnitId, Then>
    changed_since(std::deque<Uses>::const_iterator begin) const;
    [[nodiscard]] std::uint64_t deepest_fall(UnitId unit) const;
    [[nodiscard]] std::uint64_t most_in_use() const;
    void drop_before(TimePoint at);
    void forget_reclaims_before(TimePoint at);

    std::deque<Stalls> m_samples;
    std::deque<Uses> m_uses; ///< sparser: one each 190 ms or more
    std::map<UnitId, UnitUse> m_last; ///< of all units that any sample had, also before a gap
    std::map<UnitId, Taken> m_taken; ///< since the newest of m_uses
    std::vector<Push> m_pushes;
    std::optional<TimePoint> m_last_trigger;
    std::optional<TimePoint> m_last_start;
};

} // namespace headroom
