// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <set>

namespace headroom {

/// The rule for an app: its own, that of a pattern, or for a terminal's tab that of the terminal.
[[nodiscard]] AppRule rule_in_force(const Session &session, const Config &config, const AppId &app);

/// Apps for which the rule in force differs between the two.
[[nodiscard]] std::set<AppId> apps_with_other_rule(const Session &session, const Config &before,
                                                   const Config &now);

} // namespace headroom
