// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/pressure.h"
#include "model/session.h"
#include "policy/wanted.h"

#include <optional>
#include <string>

namespace headroom {

/// Why an app must not be stopped though it may be neither seen nor heard: others wait for it, or the user does. nullopt: nobody is known to.
[[nodiscard]] std::optional<Sentence> on_duty(const Session &session, const AppId &app);

/// The same for what was found in a unit when it was last looked at closely. nullopt too where that was too long ago.
[[nodiscard]] std::optional<Sentence> found_on_duty(const Session &session, UnitId unit,
                                                    TimePoint now);

/// What a look at its files has shown an app to be: a terminal, a virtual machine. It stays that until the next look shows otherwise.
[[nodiscard]] std::optional<Sentence> found_to_be(const Session &session, const AppId &app);

/// Whether a freeze has to wait for a look that isn't over: what a program is, its files tell. At critical seconds count, and a freeze
/// that comes before the answer ends with it.
[[nodiscard]] bool awaits_look(const Session &session, const AppId &app, Level level,
                               TimePoint now);

/// Has a unit looked at closely that may be frozen soon, unless it has just been.
void inspect_in_time(const Session &session, UnitId unit, TimePoint now, Wanted &wanted);

} // namespace headroom
