// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/boost_desktop.h"

#include "policy/desktop_first.h"
#include "policy/session_slice.h"

namespace headroom {

void boost_desktop(const Session &session, const Config &config, const Judgement &judgement,
                   TimePoint now, Wanted &wanted)
{
    if (session.ending || judgement.level < Level::Uneasy || judgement.resource != Resource::Memory)
        return;
    const auto slice = session_slice(session);
    const auto weight = session.supported_weights(config.boosted).cpu;
    if (!slice || !weight || session.refusal(*slice, Act::Boost))
        return;
    if (desktop_first(session, config, now))
        wanted.weights[*slice] = {
            {weight, std::nullopt},
            WeightKind::Boost,
            {},
            say("why something was done", "memory is short, and the active app takes it")};
}

} // namespace headroom
