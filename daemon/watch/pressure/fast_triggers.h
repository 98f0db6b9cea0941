// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/unique_fd.h"
#include "watch/pressure/pressure_trigger.h"

#include <array>
#include <span>
#include <string>

namespace headroom {

/// Half a second, the shortest that the kernel allows. It checks ten times a window, so a stall is
/// reported within 50 ms.
inline constexpr Duration fast_window = std::chrono::milliseconds{500};

/// Triggers for the same stalls within a short window. headroom-broker has armed them for us, and
/// they last as long as the connection. If the broker ends, the slow triggers are still armed. If
/// this is destroyed, the broker gives them up.
struct FastTriggers {
    UniqueFd connection;
    /// By Resource. Readable if the trigger has fired. No fd: there is no such trigger.
    std::array<UniqueFd, 3> fired;

    /// Requests them and waits for each answer, so call it in a thread. Works with what succeeds.
    /// Unavailable: no broker listens. Otherwise the broker's last refusal. socket: the broker's.
    /// cgroup: relative to the user manager's; empty: the machine. patience: for each answer, also
    /// for a start of the broker on a machine that is short of memory.
    [[nodiscard]] static Result<FastTriggers>
    request(const std::string &socket, const std::string &cgroup,
            std::span<const StallTrigger> triggers,
            std::chrono::milliseconds patience = std::chrono::seconds{10});
};

/// Takes the event off such an fd, which stays readable otherwise. False: the trigger's cgroup is
/// gone, and the fd would be readable for ever.
[[nodiscard]] bool take_event(int fired);

} // namespace headroom
