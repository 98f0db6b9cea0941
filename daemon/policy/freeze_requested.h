// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "policy/wanted.h"

namespace headroom {

/// Why an app can be frozen neither by pressure nor on request: because of what it is, or of what
/// goes on. nullopt: no such reason.
[[nodiscard]] std::optional<Sentence> cannot_freeze(const Session &session, const AppId &app);

/// Why its windows would not survive a freeze. One may be visible, and the compositor keeps few
/// events for a client that does not read. nullopt: they would.
[[nodiscard]] std::optional<Sentence> would_be_disconnected(const Session &session,
                                                            const AppId &app);

/// Why a request to freeze an app is refused, as a sentence for the caller: one of the two above.
/// nullopt: it is not refused.
[[nodiscard]] std::optional<Sentence> refuse_freeze(const Session &session, const AppId &app);

/// Freezes the apps that were requested to be frozen, as long as nothing has ended the request.
void freeze_requested(const Session &session, const Config &config, TimePoint now, Wanted &wanted);

} // namespace headroom
