// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <optional>

namespace headroom {

/// Why an app without a window is exempt for a while, as a sentence. The user waits for it to
/// start, or it may be saving what the user has just closed. nullopt: neither.
[[nodiscard]] std::optional<Sentence> exempt_while_windowless(const Session &session,
                                                              const Config &config,
                                                              const AppId &app, TimePoint now);

/// Whether it is exempt as a new program without a desktop file. That lasts for
/// `may_be_starting_for` at most.
[[nodiscard]] bool may_be_starting(const Session &session, const Config &config, const AppId &app,
                                   TimePoint now);

} // namespace headroom
