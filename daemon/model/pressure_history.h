// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"

#include <cstdint>
#include <deque>
#include <map>

/// What the last seconds of samples say. Filled by Session::apply(), asked by the policy; pure.
namespace headroom {

enum class StallGroup { System, Compositor, Focused };
enum class StallKind { Some, Full };

/// What a unit has taken since some moment of the past. nullopt: not known at both ends.
struct UnitGrowth {
    UnitId unit;
    std::optional<std::uint64_t> held; ///< bytes, every increase summed up: a unit of short-lived hogs gives back as much as it takes
    std::optional<std::uint64_t> scanned;
    std::optional<std::uint64_t> refaults;
    std::optional<Duration> cpu;
    std::optional<std::uint64_t> io;
};

struct Growth {
    Duration over{}; ///< zero: there are no two samples
    std::vector<UnitGrowth> units;
    std::optional<std::uint64_t> room_lost; ///< bytes by which MemAvailable and free swap fell together; 0: they didn't
};

class PressureHistory {
public:
    static constexpr Duration kept = std::chrono::seconds{10};
    static constexpr Duration torn = std::chrono::seconds{5}; ///< after such a gap without a sample, what was before says nothing any more

    void add(const PressureSample &sample, TimePoint at);
    void stall_seen(TimePoint at) { m_last_trigger = at; }
    void app_started(TimePoint at) { m_last_start = at; }
    void forget_unit(UnitId unit) { m_taken.erase(unit); }

    [[nodiscard]] std::optional<TimePoint> last_trigger() const { return m_last_trigger; }
    [[nodiscard]] std::optional<TimePoint> last_start() const { return m_last_start; }
    [[nodiscard]] std::optional<TimePoint> last_at() const;
    [[nodiscard]] std::vector<TimePoint> times() const; ///< of all samples kept, oldest first

    /// Share (0 to 1) of the time between the sample at `at` and the newest one at least `window` before it in which tasks stalled. nullopt: not
    /// told, or no two samples that lie so that nothing before `not_before` counts.
    [[nodiscard]] std::optional<double> stalled(StallGroup group, Resource resource, StallKind kind, Duration window, TimePoint at, TimePoint not_before) const;
    [[nodiscard]] std::optional<MemoryLevel> memory(TimePoint at) const; ///< as of the newest sample at or before `at`
    /// Bytes neither held nor in use, as of the newest sample at or before `at`: what running programs map and use is "available" to MemAvailable, and
    /// taking it away is the very hang. In use is the most that was in the samples kept, because a kernel that is short calls active pages inactive. nullopt: not told.
    [[nodiscard]] std::optional<std::uint64_t> slack(TimePoint at) const;
    /// Bytes that could still be taken: slack, and what is free of swap. nullopt: not told.
    [[nodiscard]] std::optional<std::uint64_t> room(TimePoint at) const;
    /// When there will be none left if it goes on shrinking as it did for `over` before `at`, or since `not_before`, if that is at least `at_least` ago.
    /// nullopt: it doesn't shrink, or that isn't known.
    [[nodiscard]] std::optional<Duration> time_left(TimePoint at, Duration over, Duration at_least, TimePoint not_before) const;
    [[nodiscard]] Growth growth(TimePoint since) const; ///< from the newest sample at or before `since` (else the first) to the last one
    [[nodiscard]] const UnitUse *use(UnitId unit) const; ///< as of the last sample that had it; nullptr: never seen

private:
    struct Stalls {
        TimePoint at{};
        std::optional<GroupStalls> groups[3]; ///< by StallGroup
        UnitId focused_unit;
        std::optional<MemoryLevel> memory;
    };
    struct Taken {
        UnitUse last;
        std::uint64_t held = 0; ///< every increase summed up
    };
    struct Uses {
        TimePoint at{};
        std::map<UnitId, Taken> units;
        std::optional<MemoryLevel> memory;
    };

    [[nodiscard]] const Stalls *find(TimePoint at) const;
    [[nodiscard]] std::uint64_t in_use(TimePoint until) const;
    void drop_before(TimePoint at);

    std::deque<Stalls> m_samples;
    std::deque<Uses> m_uses; ///< sparser: one for about each half second, and the newest
    std::map<UnitId, Taken> m_taken;
    std::optional<TimePoint> m_last_trigger;
    std::optional<TimePoint> m_last_start;
};

} // namespace headroom
