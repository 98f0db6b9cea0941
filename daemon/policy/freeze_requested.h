// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "policy/wanted.h"

namespace headroom {

/// Why an app can't be frozen, whoever wants it, by what it is and by what goes on. nullopt: nothing of that speaks against it.
[[nodiscard]] std::optional<Sentence> cannot_freeze(const Session &session, const AppId &app);

/// Why its frozen window would not survive: it may be in sight, and the compositor keeps little for a client that does not read. nullopt: it would.
[[nodiscard]] std::optional<Sentence> would_be_disconnected(const Session &session,
                                                            const AppId &app);

/// Why a request to freeze an app is turned down, as a sentence for whoever asks: one of these two. nullopt: it may be done.
[[nodiscard]] std::optional<Sentence> refuse_freeze(const Session &session, const AppId &app);

/// The units of the apps that somebody wants frozen, as long as nothing has ended the request.
void freeze_requested(const Session &session, const Config &config, TimePoint now, Wanted &wanted);

} // namespace headroom
