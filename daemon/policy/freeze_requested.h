// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "policy/wanted.h"

namespace headroom {

/// Why a request to freeze an app is turned down, as a sentence for whoever asks. nullopt: it may be done.
[[nodiscard]] std::optional<Sentence> refuse_freeze(const Session &session, const AppId &app);

/// The units of the apps that somebody wants frozen, as long as nothing has ended the request.
void freeze_requested(const Session &session, const Config &config, TimePoint now, Wanted &wanted);

} // namespace headroom
