// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/desktop_first.h"

#include "policy/rank_culprits.h"
#include "policy/session_slice.h"

namespace headroom {

bool desktop_first(const Session &session, const Config &config, TimePoint now)
{
    const auto slice = session_slice(session);
    // Where a weight is set, by the last answer.
    const bool was_first = slice && session.weights.contains(*slice);
    const auto front = session.focused_app();
    const auto culprits = rank_culprits(session, config, now);
    if (!front || culprits.empty())
        return was_first;
    if (culprits.front().app == *front || !was_first)
        return culprits.front().app == *front;
    // Of two that are equally large, each sample may show another one first.
    const auto shares = app_shares(session, config, Resource::Memory, now);
    const auto share = shares.find(*front);
    return share != shares.end() && 100 * share->second >= config.freezing.least_share;
}

} // namespace headroom
