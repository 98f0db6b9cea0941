// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"

#include <cstdint>
#include <deque>
#include <map>
#include <vector>

/// What the last seconds of samples say. Filled by Session::apply(), asked by the policy; pure.
namespace headroom {

enum class StallGroup { System, Compositor, Focused };
enum class StallKind { Some, Full };

/// What a unit has taken since some moment of the past. nullopt: not known at both ends.
struct UnitGrowth {
    UnitId unit;
    std::optional<std::int64_t> held;       ///< bytes: what it holds now less what it held then
    std::optional<std::uint64_t>
        climbed;   ///< bytes: what it holds now above the least that it has held since then
    std::uint64_t gave_back =
        0; ///< bytes: its deepest fall in all that is kept, before `since`, too: so much it takes and gives back
    std::optional<std::uint64_t> scanned;
    std::optional<std::uint64_t> refaults;
    std::optional<Duration> cpu;
    std::optional<std::uint64_t> io;
};

struct Growth {
    Duration over{}; ///< zero: there are no two samples
    std::vector<UnitGrowth> units; ///< those of which anything has changed
    std::optional<std::uint64_t>
        room_lost; ///< bytes by which MemAvailable and free swap fell together; 0: they didn't
};

class PressureHistory {
public:
    static constexpr Duration kept = std::chrono::seconds{10};
    static constexpr Duration torn = std::chrono::seconds{
        5}; ///< after such a gap without a sample, what was before says nothing any more

    void add(const PressureSample &sample, TimePoint at);
    void stall_seen(TimePoint at) { m_last_trigger = at; }
    void app_started(TimePoint at) { m_last_start = at; }
    void forget_unit(UnitId unit);
    void forget_before(TimePoint at);
    void pushing_out(UnitId unit, TimePoint at); ///< we do, into swap
    void pushed_out(UnitId unit, TimePoint at);

    [[nodiscard]] std::optional<TimePoint> last_trigger() const { return m_last_trigger; }
    [[nodiscard]] std::optional<TimePoint> last_start() const { return m_last_start; }
    [[nodiscard]] std::optional<TimePoint> last_at() const;
    [[nodiscard]] std::vector<TimePoint> times() const; ///< of all samples kept, oldest first

    /// Share (0 to 1) of the time between the sample at `at` and the newest one at least `window` before it in which tasks stalled. nullopt: not
    /// told, or no two samples that lie so that nothing before `not_before` counts.
    [[nodiscard]] std::optional<double> stalled(StallGroup group, Resource resource, StallKind kind,
                                                Duration window, TimePoint at,
                                                TimePoint not_before) const;
    [[nodiscard]] std::optional<MemoryLevel>
    memory(TimePoint at) const; ///< as of the newest sample at or before `at`
    /// Bytes neither held nor in use, as of the newest sample at or before `at`: what running programs map and use is "available" to MemAvailable, and
    /// taking it away is the very hang. In use is the most that was in the samples kept, because a kernel that is short calls active pages inactive. nullopt: not told.
    [[nodiscard]] std::optional<std::uint64_t> slack(TimePoint at) const;
    /// Bytes that could still be taken: slack, and what is free of swap. nullopt: not told.
    [[nodiscard]] std::optional<std::uint64_t> room(TimePoint at) const;
    /// When there will be none left if it goes on shrinking as it did for `over` before `at`, or since `not_before`, if that is at least `at_least` ago.
    /// nullopt: it doesn't shrink, or that isn't known.
    [[nodiscard]] std::optional<Duration> time_left(TimePoint at, Duration over, Duration at_least,
                                                    TimePoint not_before) const;
    /// Bytes of swap that were taken in the time `over` before `at`. nullopt: not told, or it may be what we have pushed out ourselves.
    [[nodiscard]] std::optional<std::uint64_t> swapped_out(TimePoint at, Duration over) const;
    [[nodiscard]] Growth growth(TimePoint since)
        const; ///< from the newest sample at or before `since` (else the first) to the last one
    [[nodiscard]] const UnitUse *
    use(UnitId unit) const; ///< as of the last sample that had it; nullptr: never seen

private:
    struct Stalls {
        TimePoint at{};
        std::optional<GroupStalls> groups[3]; ///< by StallGroup
        UnitId focused_unit;
        std::optional<MemoryLevel> memory;
    };
    /// What a unit did from one Uses to the next, if it did anything: of thousands most sit idle, and neither take room here nor are asked.
    struct Taken {
        std::optional<UnitUse> before; ///< nullopt: it wasn't there
        std::optional<std::uint64_t> lowest; ///< that it held, at the beginning and since
        std::optional<std::uint64_t> highest;
        std::uint64_t fell = 0; ///< from a moment to a later one
        void add(std::optional<std::uint64_t> held);
    };
    struct Uses {
        TimePoint at{};
        std::map<UnitId, Taken> units;
        std::optional<MemoryLevel> memory;
    };

    /// A slice that we have pushed out. What it has taken of swap can't be told from what others have: the kernel takes more than it is asked for.
    struct Push {
        UnitId unit;
        TimePoint from{};
        std::optional<TimePoint> until; ///< nullopt: it goes on
    };

    [[nodiscard]] const Stalls *find(TimePoint at) const;
    /// Of those that have done anything since then: what they had, and the least that they have held from then on.
    struct Then {
        std::optional<UnitUse> use; ///< nullopt: it wasn't there
        std::optional<std::uint64_t> least;
    };
    void take(const UnitUse &use);
    [[nodiscard]] std::map<UnitId, Then>
    changed_since(std::deque<Uses>::const_iterator begin) const;
    [[nodiscard]] std::uint64_t deepest_fall(UnitId unit) const;
    [[nodiscard]] std::uint64_t in_use(TimePoint until) const;
    void drop_before(TimePoint at);
    void drop_pushes_before(TimePoint at);

    std::deque<Stalls> m_samples;
    std::deque<Uses> m_uses; ///< sparser: one for about each half second, and the newest
    std::map<UnitId, UnitUse> m_last; ///< of all that were ever seen
    std::map<UnitId, Taken> m_taken; ///< since the newest of m_uses
    std::vector<Push> m_pushes;
    std::optional<TimePoint> m_last_trigger;
    std::optional<TimePoint> m_last_start;
};

} // namespace headroom
