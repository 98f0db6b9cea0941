// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/wanted.h"

#include "model/config.h"

#include <cstdint>

namespace headroom {

/// "pressure is high".
[[nodiscard]] Sentence pressure_is(Level level);

struct Judgement {
    Level level = Level::
        Unknown; ///< the worst of the last moments: what people are told, and what naps go by
    Level now = Level::
        Unknown; ///< by the last sample alone, and nothing in it is from before the last freeze: what freezes go by
    Resource resource = Resource::Memory;
    bool in_front =
        false; ///< what is in front stalls by that sample; else the whole machine does, or memory will be gone
    Sentence because; ///< "the desktop stalled for memory in 14 % of the last 0.2 s"
};

/// How short is the machine, of what, and from what is that seen?
[[nodiscard]] Judgement judge_pressure(const Session &session, const Config &config, TimePoint now);

/// Whether memory is scarce as such, stalls or not. nullopt: not known.
[[nodiscard]] std::optional<bool> is_memory_low(const Session &session, const Config &config);

/// Whether memory would still not be scarce if somebody took so many bytes more, into swap where there is some. nullopt: not known.
[[nodiscard]] std::optional<bool> has_room_for(const Session &session, const Config &config,
                                               std::uint64_t bytes);

/// Says which level is to be told, and how often pressure is to be looked at.
void watch_pressure(const Session &session, const Config &config, const Judgement &judgement,
                    TimePoint now, Wanted &wanted);

} // namespace headroom
