// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>
#include <string>

namespace headroom {

/// CLOCK_MONOTONIC, in microseconds. No other clock converts to this type. The loop reads the clock
/// and passes the time to everything else.
struct MonotonicClock {
    using duration = std::chrono::microseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<MonotonicClock>;
    static constexpr bool is_steady = true;
};
using Duration = MonotonicClock::duration;
using TimePoint = MonotonicClock::time_point;

/// A unit's identity: the inode of its cgroup directory. kernfs never uses a number twice, so a
/// unit that was removed and made again under the same name is another one.
/// https://docs.kernel.org/admin-guide/cgroup-v2.html doesn't mention this; see kernfs_get_inode.
struct UnitId {
    std::uint64_t inode = 0;
    auto operator<=>(const UnitId &) const = default;
};

/// A process. The kernel may reuse a pid, but the pid and the start time together are unique. The
/// start time is in clock ticks since boot, field 22 of /proc/PID/stat.
struct ProcessId {
    std::int32_t pid = 0;
    std::uint64_t start_ticks = 0;
    auto operator<=>(const ProcessId &) const = default;
};

using WindowId = std::string; ///< the compositor's name for it
/// PipeWire's object.serial. It is never reused while the server runs.
using StreamId = std::uint64_t;
using AppId = std::string; ///< desktop file id without ".desktop", or an executable's name

} // namespace headroom
