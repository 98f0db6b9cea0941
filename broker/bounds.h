// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/trigger_request.h"

#include <chrono>
#include <cstddef>

namespace headroom::broker {

/// How much of the kernel's work a user may have. While a cgroup stalls, a kernel thread of
/// real-time priority looks at it ten times a window, for as long as it has a trigger. That work is
/// charged to no user, so it is bounded here.
///
/// A caller can't hoard triggers by closing the connection and keeping the descriptors. What it is
/// given is an epoll instance that watches the pressure file. The file itself stays with us, and is
/// closed with the connection, which ends the trigger. So connections are all that has to be
/// counted.
struct Limits {
    std::size_t connections = 16;
    std::size_t triggers = 3; ///< of a connection: a cgroup has three pressure files
    std::size_t messages = 8; ///< of a connection, with those that are refused
    /// Triggers in a row, and how many more there may be each second. To end one, the kernel waits
    /// for all CPUs (synchronize_rcu()). Meanwhile no client is served.
    double burst = 60;
    double each_second = 6;
    /// A connection that has no trigger after this time is closed.
    std::chrono::microseconds silence = std::chrono::seconds{5};
    /// Without a connection for this long, the broker ends. Its socket starts it again.
    std::chrono::microseconds idle = std::chrono::seconds{30};
};

/// BadInput: a window outside of 500 ms to 10 s, which are the kernel's own bounds, or a stall
/// outside of 10 ms to the window. A shorter stall would be reported all the time.
[[nodiscard]] Result<void> check_bounds(const TriggerRequest &request);

/// Limits a rate: a bucket that fills with time.
class Allowance {
public:
    using Time = std::chrono::steady_clock::time_point;
    explicit Allowance(const Limits &limits) : m_limits(limits), m_left(limits.burst) {}
    /// False: there is nothing left at this time.
    [[nodiscard]] bool take(Time now);

private:
    const Limits &m_limits;
    double m_left;
    Time m_at{};
};

} // namespace headroom::broker
