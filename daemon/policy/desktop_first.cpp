// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "policy/desktop_first.h"

#include "policy/rank_culprits.h"
#include "policy/session_slice.h"

namespace headroom {

bool desktop_first(const Session &session, const Config &config, TimePoint now)
{
    const auto front = session.focused_app();
    const auto culprits = rank_culprits(session, config, now);
    if (front && !culprits.empty())
        return culprits.front().app == *front;
    const auto slice = session_slice(session);
    return slice && session.weights.contains(*slice); // where a weight is set, by the last answer
}

} // namespace headroom
