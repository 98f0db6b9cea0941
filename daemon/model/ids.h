// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>

namespace headroom {

/// CLOCK_MONOTONIC, in microseconds, as a type that no other clock converts to. Read in one place (the loop), passed everywhere else.
struct MonotonicClock {
    using duration = std::chrono::microseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<MonotonicClock>;
    static constexpr bool is_steady = true;
};
using Duration = MonotonicClock::duration;
using TimePoint = MonotonicClock::time_point;

/// A unit's identity: the inode of its cgroup directory. kernfs gives a number once and never again, so a unit that was removed and made
/// anew under the same name is another one. https://docs.kernel.org/admin-guide/cgroup-v2.html has no word on it; kernfs_get_inode does.
struct UnitId {
    std::uint64_t inode = 0;
    auto operator<=>(const UnitId &) const = default;
};

/// A process: the pid alone may be handed out again, with the start time (clock ticks since boot, /proc/PID/stat field 22) it is unique.
struct ProcessId {
    std::int32_t pid = 0;
    std::uint64_t start_ticks = 0;
    auto operator<=>(const ProcessId &) const = default;
};

using WindowId = std::string; ///< whatever the compositor calls it
using StreamId =
    std::uint64_t; ///< PipeWire's object.serial: given once for as long as its server runs
using AppId = std::string; ///< desktop file id without ".desktop", or an executable's name

} // namespace headroom
