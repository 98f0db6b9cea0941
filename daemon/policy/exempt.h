// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <optional>
#include <string>

namespace headroom {

/// Why a unit is left alone in every respect, and on request, too. nullopt: it may be acted on.
[[nodiscard]] std::optional<Sentence> exempt(const Session &session, UnitId unit);

/// The half of it that the unit's place alone tells.
[[nodiscard]] std::optional<Sentence> exempt(const Unit &unit);

} // namespace headroom
