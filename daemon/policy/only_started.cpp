// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/only_started.h"

#include <algorithm>

namespace headroom {

namespace {

constexpr Duration new_for = std::chrono::minutes{1};

} // namespace

bool has_only_started(const Session &session, const Config &config, const AppId &app, TimePoint now)
{
    const auto held = session.held_by(app);
    return held && *held < config.freezing.least_start
        && std::ranges::all_of(
               session.units_of(app),
               [&](UnitId unit) { return now < session.units.at(unit).appeared + new_for; });
}

} // namespace headroom
