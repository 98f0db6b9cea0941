// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/pressure.h"
#include "model/session.h"
#include "policy/wanted.h"

#include <optional>
#include <string>

namespace headroom {

/// Why an app must not be frozen even if it is hidden and silent: other processes wait for it, or
/// the user does. nullopt: none is known to.
[[nodiscard]] std::optional<Sentence> on_duty(const Session &session, const AppId &app);

/// Why a player that is paused must not be frozen yet: the user may go on with a media key. nullopt
/// if it was paused too long ago, or has stopped.
[[nodiscard]] std::optional<Sentence> played_lately(const Session &session, const Config &config,
                                                    const AppId &app, TimePoint now);

/// As on_duty(), for what the last inspection found in a unit. nullopt also if that was too long
/// ago.
[[nodiscard]] std::optional<Sentence> inspected_duty(const Session &session, UnitId unit,
                                                     TimePoint now);

/// What an inspection of its files has shown an app to be: a terminal, a virtual machine. That
/// stands until the next inspection shows otherwise.
[[nodiscard]] std::optional<Sentence> inspected_kind(const Session &session, const AppId &app);

/// Whether a freeze has to wait for an inspection that is not finished: only its files show what a
/// program is. At critical, seconds count and the freeze does not wait. If the answer then forbids
/// it, the freeze ends.
[[nodiscard]] bool awaits_inspection(const Session &session, const AppId &app, Level level,
                                     TimePoint now);

/// Has a unit inspected that may be frozen soon, unless it has just been inspected.
void inspect_in_time(const Session &session, UnitId unit, TimePoint now, Wanted &wanted);

} // namespace headroom
