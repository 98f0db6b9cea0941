// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/duties/claims.h"

#include <functional>
#include <vector>

/// What services of the desktop list, read: each function makes claims of one answer. An answer of another type makes none.
namespace headroom {

[[nodiscard]] std::vector<Claim>
tray_items(GVariant *answer); ///< as, of org.kde.StatusNotifierWatcher
[[nodiscard]] std::vector<Claim> games(GVariant *answer); ///< a(io), of GameMode
[[nodiscard]] std::vector<Claim>
logind_inhibitors(GVariant *answer); ///< a(ssssuu), of logind; only those of this user that block
[[nodiscard]] std::vector<Claim>
plasma_inhibitions(GVariant *answer); ///< a(ss) up to Plasma 6.4, a(ssssu) from 6.5 on
[[nodiscard]] std::vector<Claim>
background_apps(GVariant *answer); ///< aa{sv}, of xdg-desktop-portal

} // namespace headroom
