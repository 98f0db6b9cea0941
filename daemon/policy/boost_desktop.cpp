// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/boost_desktop.h"

#include "policy/session_slice.h"
#include "policy/short_memory.h"

namespace headroom {

void boost_desktop(const Session &session, const Config &config, const Judgement &judgement,
                   TimePoint now, Wanted &wanted)
{
    const auto slice = session_slice(session);
    const auto weight = session.supported_weights(config.boosted).cpu;
    if (session.ending || !slice || !weight || session.refusal(*slice, Act::Boost))
        return;
    if (!is_memory_short(judgement)
        && (!session.weights.contains(*slice)
            || !outlasts_shortage(session, config, judgement, now, wanted)))
        return;
    wanted.weights[*slice] = {{weight, std::nullopt},
                              WeightKind::Boost,
                              {},
                              say("why something was done", "memory is short")};
}

} // namespace headroom
