// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/config.h"
#include "model/session.h"

#include <optional>
#include <set>
#include <vector>

namespace headroom {

struct Decision {
    std::vector<Action> actions;
    std::optional<Duration>
        sample_every; ///< how often pressure is to be looked at; nullopt: only when a trigger fires
    std::set<UnitId>
        inspect; ///< units whose open files and locks should be looked at: event::UnitInspected answers
    std::set<UnitId>
        measure; ///< units whose memory is to be looked at now: event::WorkingSetsSeen answers, always
    std::optional<TimePoint> again_at; ///< when to ask again if nothing happens until then
};

/// What to do now, so that what should be so is so. The same input gives the same answer; once its actions are noted in the session, it
/// gives none. README.md in this folder has the rules in order.
[[nodiscard]] Decision decide(const Session &session, const Config &config, TimePoint now);

} // namespace headroom
