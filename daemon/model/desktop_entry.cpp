// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "model/desktop_entry.h"

namespace headroom {

bool shows_windows(const Session &session, const AppId &app)
{
    const auto info = session.apps.find(app);
    return info != session.apps.end() && info->second.shows_windows;
}

} // namespace headroom
