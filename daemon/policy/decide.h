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
    /// How often to sample pressure. nullopt: only when a trigger fires.
    std::optional<Duration> sample_every;
    /// Units whose open files and locks are to be inspected. event::UnitInspected is the answer.
    std::set<UnitId> inspect;
    /// Units whose memory is to be measured now. event::WorkingSetsSeen is the answer, and always
    /// comes.
    std::set<UnitId> measure;
    std::set<UnitId> needs; ///< units whose need of memory is to be in samples
    std::optional<TimePoint> again_at; ///< when to decide again if nothing happens
};

/// What to do now, so that the desired state is reached. The same input gives the same answer.
/// After some turns whose actions are noted in the session, the answer is empty until an event or
/// `again_at`. README.md in this folder has the rules in order.
[[nodiscard]] Decision decide(const Session &session, const Config &config, TimePoint now);

} // namespace headroom
