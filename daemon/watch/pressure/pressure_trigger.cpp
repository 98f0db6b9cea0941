// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "watch/pressure/pressure_trigger.h"

#include "sys/arm_trigger.h"

namespace headroom {

std::optional<Duration> stalled_since(std::optional<Duration> before, std::optional<Duration> now,
                                      Duration threshold)
{
    if (!before || !now || *now - *before < threshold)
        return std::nullopt;
    return *now - *before;
}

Result<void> arm(int fd, const StallTrigger &trigger)
{
    return arm_trigger(fd, trigger.kind, trigger.threshold, trigger_window);
}

} // namespace headroom
