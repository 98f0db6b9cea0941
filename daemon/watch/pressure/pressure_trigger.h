// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure_history.h"
#include "sys/result.h"

#include <array>
#include <chrono>

/// The kernel watches pressure files for us: a trigger wakes us when tasks have stalled for long
/// enough. https://docs.kernel.org/accounting/psi.html
namespace headroom {

struct StallTrigger {
    Resource resource{};
    StallKind kind{};
    Duration threshold{}; ///< of stall within one window
};

/// The kernel allows multiples of two seconds without privileges. It checks once a window, so this
/// is the latest that a stall is reported.
inline constexpr Duration trigger_window = std::chrono::seconds{2};

inline constexpr std::array system_triggers{
    // Reclaim has begun: the first sign of a shortage.
    StallTrigger{Resource::Memory, StallKind::Some, std::chrono::milliseconds{10}},
    // All tasks wait for the disk; single tasks do so all the time.
    StallTrigger{Resource::Io, StallKind::Full, std::chrono::milliseconds{200}},
};
inline constexpr std::array unit_triggers{
    // As above, but not diluted by other units.
    StallTrigger{Resource::Memory, StallKind::Some, std::chrono::milliseconds{10}},
    // A fifth of the time in the run queue is visible as stutter.
    StallTrigger{Resource::Cpu, StallKind::Some, std::chrono::milliseconds{400}},
    // "some": the one thread that waits may be the one that draws.
    StallTrigger{Resource::Io, StallKind::Some, std::chrono::milliseconds{200}},
};

/// Whether an event is true: the stall since the last true one. After arming, the kernel takes all
/// stall since boot for new, twice: kernel/sched/psi.c fills the window of an unprivileged trigger
/// from total[PSI_POLL] and compares it with total[PSI_AVGS]. So the event itself proves nothing.
/// nullopt: it isn't true, or that is unknown.
[[nodiscard]] std::optional<Duration>
stalled_since(std::optional<Duration> before, std::optional<Duration> now, Duration threshold);

/// Arms a pressure file's fd, which can have only one trigger. It must be open for reading and
/// writing.
[[nodiscard]] Result<void> arm(int fd, const StallTrigger &trigger);

} // namespace headroom
