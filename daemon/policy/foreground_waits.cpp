// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/foreground_waits.h"

#include <algorithm>

namespace headroom {

std::optional<bool> foreground_waits(const PressureHistory &history, const PressureLimits &limits,
                                     TimePoint at, TimePoint not_before)
{
    const auto stalled = [&](StallGroup group) {
        return history.stalled({group, Resource::Memory, StallKind::Some}, limits.window, at,
                               not_before);
    };
    // nullopt compares as less
    const auto most = std::max(stalled(StallGroup::Compositor), stalled(StallGroup::Focused));
    return most.transform([&](double share) { return share * 100 >= limits.ui_memory_uneasy; });
}

std::optional<bool> foreground_waits(const Session &session, const Config &config)
{
    const auto last = session.pressure.last_at();
    return last
        ? foreground_waits(session.pressure, config.limits, *last, TimePoint{Duration::min()})
        : std::nullopt;
}

} // namespace headroom
