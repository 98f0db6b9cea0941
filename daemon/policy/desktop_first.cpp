// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/desktop_first.h"

#include "policy/rank_culprits.h"
#include "policy/session_slice.h"

#include <algorithm>

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
    // Of two that are equally large, each sample may show another one first.
    return was_first ? std::ranges::contains(culprits, *front, &Culprit::app)
                     : culprits.front().app == *front;
}

} // namespace headroom
