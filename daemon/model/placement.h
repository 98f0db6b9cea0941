// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <string_view>

/// Where an application's processes may be found, and whom they belong to there.
namespace headroom {

enum class Placement {
    OwnUnit,     ///< a unit for one application: what control acts on
    StraySource, ///< the bus's, the shell's, the compositor's or the login session's unit: applications don't belong there
    Protected, ///< the session needs it: never touched
    Foreign, ///< not ours: another manager's
};

[[nodiscard]] Placement placement(const Unit &unit);

/// The units of applications: whose use of the machine is compared under pressure.
[[nodiscard]] std::vector<UnitId> app_units(const Session &session);

/// Programs that start others: what has another app id than theirs, inside their unit, is a stray.
[[nodiscard]] bool is_launcher(std::string_view app_id);

} // namespace headroom
