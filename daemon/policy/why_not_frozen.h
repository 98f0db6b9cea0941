// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/pressure.h"
#include "model/session.h"

#include <optional>

/// "Why isn't this app frozen?" The rules obey these answers, and `headroomctl why` shows them. So
/// what a user reads is what the rules do.
namespace headroom {

/// Why an app can be frozen neither by pressure nor on request: because of what it is, or of what
/// goes on. nullopt: no such reason.
[[nodiscard]] std::optional<Sentence> cannot_freeze(const Session &session, const AppId &app);

/// Why a request to freeze an app is refused, as a sentence for the caller: it can't be frozen, or
/// its windows would not survive a freeze. nullopt: it is not refused.
[[nodiscard]] std::optional<Sentence> refuse_freeze(const Session &session, const AppId &app);

/// The same for when the app is no longer in front.
[[nodiscard]] std::optional<Sentence> refuse_freeze_behind(const Session &session,
                                                           const AppId &app);

/// Why pressure of this level does not freeze an app now, as a sentence. First comes what must run,
/// which also ends a freeze; then what must wait; then, below critical, what may be visible. A
/// visible window that the compositor would disconnect counts at every level (window_source.h).
/// Either all units of an app are frozen or none, so a reason against one unit counts. nullopt:
/// there is no reason. The app is then frozen if it is the culprit, or the least recently used.
[[nodiscard]] std::optional<Sentence> why_not_frozen(const Session &session, const Config &config,
                                                     const AppId &app, Level level, TimePoint now);

/// Why a freeze that pressure has begun may not go on. Each of these is also a reason above.
[[nodiscard]] std::optional<Sentence>
why_not_kept_frozen(const Session &session, const Config &config, const AppId &app, TimePoint now);

/// Whether one of its units is frozen by us, also if that is about to end.
[[nodiscard]] bool is_frozen(const Session &session, const AppId &app);

/// Whether pressure of this level may freeze an app now: it isn't frozen, and why_not_frozen() has
/// no reason. Rules freeze only such apps under pressure.
[[nodiscard]] bool may_be_frozen(const Session &session, const Config &config, const AppId &app,
                                 Level level, TimePoint now);

} // namespace headroom
