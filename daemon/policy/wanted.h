// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/action.h"
#include "model/session.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace headroom {

struct WantedWeights {
    Weights weights;
    WeightKind kind{};
    AppId app;
    Sentence reason;
};

struct WantedFreeze {
    FreezeCause cause{};
    Sentence reason;
    std::optional<std::uint64_t> grew{}; ///< bytes a second that it took until now
    bool in_turn = false;                ///< as in action::Freeze
};

/// What should be so, whatever is so now. difference() makes the actions of it.
struct Wanted {
    std::map<UnitId, WantedWeights> weights;
    std::map<UnitId, WantedFreeze> frozen;
    std::map<UnitId, ThawCause>
        thaws; ///< the leases that end, and why: thaw_the_rest() puts them in
    std::vector<Action>
        moves; ///< adoptions, and tabs that are split or rejoin: these have no lasting state to compare with
    std::map<UnitId, action::Reclaim> reclaims; ///< what to push out next
    std::map<UnitId, Sentence>
        reclaims_over; ///< of whom nothing is pushed out in the background any more: the sentence why
    std::set<UnitId> measure; ///< units in the background whose memory is to be looked at
    std::set<UnitId> inspect; ///< units to look at closely, since they may be frozen soon
    std::optional<Notice>
        notice; ///< what the notification should say; nullopt: none should be there
    std::vector<Action> closes;
    std::optional<Level> level; ///< nullopt: as it is
    Sentence level_reason;
    std::optional<Duration>
        sample_every; ///< how often to look at pressure; nullopt: not at all, the triggers suffice
    std::optional<TimePoint> again_at; ///< when time alone changes the answer

    void look_again_at(TimePoint when) { again_at = again_at ? std::min(*again_at, when) : when; }
};

} // namespace headroom
