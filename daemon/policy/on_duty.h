// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"
#include "policy/wanted.h"

#include <optional>
#include <string>

namespace headroom {

/// Why an app must not be stopped though it may be neither seen nor heard: others wait for it, or the user does. nullopt: nobody is known to.
[[nodiscard]] std::optional<Sentence> on_duty(const Session &session, const AppId &app);

/// The same for what was found in a unit when it was last looked at closely. nullopt too where that was too long ago.
[[nodiscard]] std::optional<Sentence> found_on_duty(const Session &session, UnitId unit, TimePoint now);

/// Has a unit looked at closely that may be frozen soon, unless it has just been. A freeze that comes before the answer ends with it.
void inspect_in_time(const Session &session, UnitId unit, TimePoint now, Wanted &wanted);

} // namespace headroom
