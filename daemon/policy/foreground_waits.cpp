// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/foreground_waits.h"

namespace headroom {

std::optional<Stall> stalled_in_front(const PressureHistory &history, StallLine line,
                                      Duration window, TimePoint at, TimePoint not_before)
{
    const auto stalled = [&](StallGroup group) {
        line.group = group;
        return history.stalled(line, window, at, not_before);
    };
    const auto desktop = stalled(StallGroup::Compositor);
    const auto app = stalled(StallGroup::Focused);
    if (desktop > app) // nullopt compares as less
        return Stall{*desktop, StallGroup::Compositor};
    return app.transform([](double share) { return Stall{share, StallGroup::Focused}; });
}

std::optional<bool> foreground_waits(const PressureHistory &history, const PressureLimits &limits,
                                     TimePoint at, TimePoint not_before)
{
    return stalled_in_front(history, {.resource = Resource::Memory, .kind = StallKind::Some},
                            limits.window, at, not_before)
        .transform(
            [&](const Stall &stall) { return stall.share * 100 >= limits.ui_memory_uneasy; });
}

std::optional<bool> foreground_waits(const Session &session, const Config &config)
{
    const auto last = session.pressure.last_at();
    return last
        ? foreground_waits(session.pressure, config.limits, *last, TimePoint{Duration::min()})
        : std::nullopt;
}

} // namespace headroom
