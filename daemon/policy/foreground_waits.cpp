// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/foreground_waits.h"

#include <algorithm>

namespace headroom {

std::optional<double> stalled_in_front(const PressureHistory &history, StallLine line,
                                       Duration window, TimePoint at, TimePoint not_before)
{
    const auto stalled = [&](StallGroup group) {
        line.group = group;
        return history.stalled(line, window, at, not_before);
    };
    // nullopt compares as less
    return std::max(stalled(StallGroup::Compositor), stalled(StallGroup::Focused));
}

std::optional<bool> foreground_waits(const PressureHistory &history, const PressureLimits &limits,
                                     TimePoint at, TimePoint not_before)
{
    return stalled_in_front(history, {.resource = Resource::Memory, .kind = StallKind::Some},
                            limits.window, at, not_before)
        .transform([&](double share) { return share * 100 >= limits.ui_memory_uneasy; });
}

std::optional<bool> foreground_waits(const Session &session, const Config &config)
{
    const auto last = session.pressure.last_at();
    return last
        ? foreground_waits(session.pressure, config.limits, *last, TimePoint{Duration::min()})
        : std::nullopt;
}

} // namespace headroom
