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
    AppId app; ///< empty: the desktop itself
    Sentence reason;
    std::optional<Resource> resource{}; ///< as in action::SetWeights
};

struct WantedProtection {
    std::uint64_t bytes = 0;
    AppId app; ///< empty: the desktop itself
};

struct WantedFreeze {
    FreezeCause cause{};
    Sentence reason;
    std::optional<std::uint64_t> grew{}; ///< bytes a second that it took until now
    bool in_turn = false; ///< as in action::Freeze
};

/// A question to an app that is to be napped or frozen.
struct WantedAsk {
    action::Ask ask;
    Sentence reason; ///< of the nap or the freeze
};

/// How a requested measurement ends.
struct WantedEnd {
    action::EndMeasurement end;
    Sentence reason;
};

/// The desired state, whatever the present one is. difference() turns it into actions.
struct Wanted {
    bool is_disabled = false; ///< by the user, for a while, so nothing else is wanted for pressure
    std::map<UnitId, WantedWeights> weights;
    std::map<UnitId, WantedProtection> protections;
    std::map<UnitId, WantedFreeze> frozen;
    /// Apps that are frozen if pressure rises, each with the reason. None of them is exempt.
    std::map<AppId, Sentence> endangered;
    std::map<AppId, WantedAsk> asks; ///< to be asked now to free memory
    /// Apps that have time to answer that question, and are neither napped nor frozen meanwhile.
    std::set<AppId> awaited;
    /// The leases that end, and why. thaw_the_rest() enters them.
    std::map<UnitId, ThawCause> thaws;
    /// Adoptions, and tabs that are split or rejoin. These have no lasting state to compare with.
    std::vector<Action> moves;
    std::map<UnitId, action::Reclaim> reclaims; ///< what to reclaim next
    /// Units of which nothing is reclaimed in the background any more, each with a sentence why.
    std::map<UnitId, Sentence> reclaims_over;
    std::map<AppId, WantedEnd> measurements_over; ///< requested ones
    std::set<UnitId> measure; ///< hidden units whose memory is to be measured
    std::set<UnitId> needs; ///< units whose need of memory is to be in samples
    std::set<UnitId> inspect; ///< units to inspect, since they may be frozen soon
    /// What the notification should contain. nullopt: there should be none.
    std::optional<Notice> notice;
    std::vector<Action> minimises;
    std::vector<Action> closes;
    std::optional<Level> level; ///< nullopt: unchanged
    Sentence level_reason;
    /// How often to sample pressure. nullopt: not at all, the triggers suffice.
    std::optional<Duration> sample_every;
    std::optional<TimePoint> again_at; ///< when time alone changes the answer

    void look_again_at(TimePoint when) { again_at = again_at ? std::min(*again_at, when) : when; }
};

} // namespace headroom
