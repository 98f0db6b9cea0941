// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <string_view>

/// Where an app's processes may be found, and what they belong to there.
namespace headroom {

enum class Placement {
    OwnUnit, ///< a unit for one app: acts apply to it
    /// The bus's, the shell's, the compositor's or the login session's unit. Apps don't belong
    /// there.
    StraySource,
    Exempt, ///< the session needs it
    Foreign, ///< not ours: another manager's
};

[[nodiscard]] Placement placement(const Unit &unit);

/// The units of apps whose resource use is compared under pressure.
[[nodiscard]] std::vector<UnitId> app_units(const Session &session);

/// Programs that start others. A process in their unit with another app id is a stray.
[[nodiscard]] bool is_launcher(std::string_view app_id);

} // namespace headroom
