// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <set>

namespace headroom {

/// The ids of an app, and those of apps that run as guests in its units: a game in Steam's unit, an
/// image editor that a file manager has started. A freeze or a weight would be theirs, too.
[[nodiscard]] std::set<AppId> ids_with_guests(const Session &session, const AppId &app);

/// The ids that the processes of all windows have by themselves, in whichever unit they are. Among
/// these are all guests.
[[nodiscard]] std::set<AppId> own_ids_of_windows(const Session &session);

} // namespace headroom
