// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <string_view>

/// Where an app's processes may be found, and what they belong to there.
namespace headroom {

/// By the unit's path, which never changes. Unit::placement keeps the answer.
[[nodiscard]] Placement placement_of(const Unit &unit);

/// The units of apps whose resource use is compared under pressure.
[[nodiscard]] std::vector<UnitId> app_units(const Session &session);

/// Programs that start others. A process in their unit with another app id is a stray.
[[nodiscard]] bool is_launcher(std::string_view app_id);

} // namespace headroom
