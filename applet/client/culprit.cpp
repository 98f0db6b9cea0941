// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "culprit.h"

using namespace Qt::StringLiterals;

namespace headroom::client {

void Culprit::take(const QString &action, const QString &app, const QString &reason,
                   const QString &level)
{
    const bool freezes = action == "freeze"_L1;
    if (action == "nap"_L1 || (freezes && (level == "high"_L1 || level == "critical"_L1))) {
        m_app = app;
        m_reason = reason;
        m_paused = freezes;
    } else if (app == m_app && freezes) {
        m_paused = true; // by hand, while it was slowed down
    } else if (app == m_app && (action == "wake"_L1 || action == "thaw"_L1)) {
        *this = {};
    }
}

} // namespace headroom::client
