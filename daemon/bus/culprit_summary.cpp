// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "bus/culprit_summary.h"

namespace headroom {

Sentence culprit_summary(const Session &session, const AppId &culprit)
{
    const std::string name = session.name_of(culprit);
    if (session.is_paused(culprit))
        return say("what was done about the culprit: {} is an application", "paused {}", name);
    return session.has_weights(culprit, WeightKind::Nap)
        ? say("what was done about the culprit: {} is an application", "slowed down {}", name)
        // It is in the notification only, which is about memory.
        : say("why memory is short: {} is an application", "{} made memory run short", name);
}

} // namespace headroom
