// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure_history.h"
#include "sys/result.h"

#include <array>
#include <chrono>

/// The kernel's own watch on pressure files: it wakes us when tasks have stalled for long enough. https://docs.kernel.org/accounting/psi.html
namespace headroom {

struct StallTrigger {
    Resource resource{};
    StallKind kind{};
    Duration threshold{}; ///< of stall within one window
};

/// What the kernel allows without privileges: multiples of two seconds. It looks once a window, so that a stall is told of at most this late.
inline constexpr Duration trigger_window = std::chrono::seconds{2};

inline constexpr std::array system_triggers{
    StallTrigger{Resource::Memory, StallKind::Some,
                 std::chrono::milliseconds{10}}, // reclaim has begun: the first sign of a shortage
    StallTrigger{Resource::Io, StallKind::Full,
                 std::chrono::milliseconds{
                     200}}, // nobody gets on for the disk; single tasks wait for it all the time
};
inline constexpr std::array unit_triggers{
    StallTrigger{Resource::Memory, StallKind::Some,
                 std::chrono::milliseconds{10}}, // as above, undiluted by everybody else
    StallTrigger{
        Resource::Cpu, StallKind::Some,
        std::chrono::milliseconds{400}}, // a fifth of the time in the queue is seen as stutter
    StallTrigger{Resource::Io, StallKind::Some,
                 std::chrono::milliseconds{200}}, // "some": one thread may be the one that draws
};

/// Whether an event is true: the stall since the last one that was. After arming, the kernel takes
/// all stall since boot for new, twice: kernel/sched/psi.c fills the window of an unprivileged
/// trigger from total[PSI_POLL] and compares it with total[PSI_AVGS]. So the event itself proves
/// nothing. nullopt: it isn't true, or nobody knows.
[[nodiscard]] std::optional<Duration>
stalled_since(std::optional<Duration> before, std::optional<Duration> now, Duration threshold);

/// Arms the one trigger that an fd of a pressure file can have. The fd must be open for reading and writing.
[[nodiscard]] Result<void> arm(int fd, const StallTrigger &trigger);

} // namespace headroom
