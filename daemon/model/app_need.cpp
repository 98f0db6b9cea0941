// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/app_need.h"

#include "model/kernel_text.h"
#include "model/memory_use.h"

#include <functional>

namespace headroom {

namespace {

using Bytes = std::optional<std::uint64_t>;

Bytes sum_over_units(const Session &session, const AppId &app,
                     const std::function<Bytes(const WorkingSet &)> &of)
{
    Bytes sum;
    for (const UnitId unit : session.units_of(app)) {
        const auto set = session.working_sets.find(unit);
        const Bytes bytes = set == session.working_sets.end() ? std::nullopt : of(set->second);
        sum = sum_of(sum ? sum : Bytes{0}, bytes);
        if (!sum)
            return std::nullopt;
    }
    return sum;
}

} // namespace

Bytes need_of_unit(const WorkingSet &set, const GentleLimits &limits)
{
    const auto current = set.current();
    return current && *current <= limits.least ? current : measured_need(set, limits);
}

Bytes need_of(const Session &session, const GentleLimits &limits, const AppId &app)
{
    return sum_over_units(session, app,
                          [&](const WorkingSet &set) { return need_of_unit(set, limits); });
}

Bytes used_before(const Session &session, const AppId &app)
{
    return sum_over_units(session, app, [](const WorkingSet &set) { return set.used(); });
}

Bytes used_now(const Session &session, const AppId &app)
{
    return sum_over_units(session, app, [](const WorkingSet &set) { return set.current(); });
}

} // namespace headroom
