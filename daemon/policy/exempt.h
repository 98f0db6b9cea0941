// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <optional>
#include <string>

namespace headroom {

/// Why a unit is exempt from everything, even on request. nullopt: it may be acted on.
[[nodiscard]] std::optional<Sentence> exempt(const Session &session, UnitId unit);

/// The part of that which follows from the unit's place alone.
[[nodiscard]] std::optional<Sentence> exempt(const Unit &unit);

} // namespace headroom
