// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/duties/claims.h"

#include <functional>
#include <vector>

/// Reads the lists of the desktop's services: each function makes claims of one answer. An answer
/// of another type makes none.
namespace headroom {

/// as, of org.kde.StatusNotifierWatcher
[[nodiscard]] std::vector<Claim> tray_items(GVariant *answer);
/// a(io), of GameMode
[[nodiscard]] std::vector<Claim> games(GVariant *answer);
/// a(ssssuu), of logind; only this user's that block
[[nodiscard]] std::vector<Claim> logind_inhibitors(GVariant *answer);
/// a(ss) up to Plasma 6.4, a(ssssu) from 6.5 on
[[nodiscard]] std::vector<Claim> plasma_inhibitions(GVariant *answer);
/// aa{sv}, of xdg-desktop-portal
[[nodiscard]] std::vector<Claim> background_apps(GVariant *answer);

} // namespace headroom
