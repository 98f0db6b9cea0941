// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <set>

namespace headroom {

/// Whether the user has started an app and still waits for its first window. The app counts as in
/// front, however long the machine takes. False also in these cases: it isn't known to show
/// windows, the user did not ask for the start, or the user has turned to another app.
[[nodiscard]] bool is_awaited(const Session &session, const AppId &app);

/// All such apps that already have a unit.
[[nodiscard]] std::set<AppId> awaited_apps(const Session &session);

} // namespace headroom
