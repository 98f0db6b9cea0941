// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/boost_desktop.h"

#include "policy/rank_culprits.h"
#include "policy/session_slice.h"

namespace headroom {

namespace {

/// nullopt: the app in front is unknown, or no culprit can be named. Then it stays as it was.
std::optional<bool> culprit_is_in_front(const Session &session, const Config &config, TimePoint now)
{
    const auto front = session.focused_app();
    if (!front)
        return std::nullopt;
    const auto culprits = rank_culprits(session, config, now);
    return culprits.empty() ? std::nullopt : std::optional{culprits.front().app == *front};
}

} // namespace

void boost_desktop(const Session &session, const Config &config, const Judgement &judgement,
                   TimePoint now, Wanted &wanted)
{
    if (session.ending || judgement.level < Level::Uneasy || judgement.resource != Resource::Memory)
        return;
    const auto slice = session_slice(session);
    const auto weight = session.supported_weights(config.boosted).cpu;
    if (!slice || !weight || session.refusal(*slice, Act::Boost))
        return;
    if (culprit_is_in_front(session, config, now).value_or(session.weights.contains(*slice)))
        wanted.weights[*slice] = {
            {weight, std::nullopt},
            WeightKind::Boost,
            {},
            say("why something was done", "memory is short, and the active app takes it")};
}

} // namespace headroom
