// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <optional>
#include <set>
#include <string>

namespace headroom {

/// Why an app that can be heard, or that records, keeps its weights and runs on: it does so now, or did a moment ago. nullopt: it is silent.
[[nodiscard]] std::optional<Sentence> protect_audible(const Session &session, const Config &config,
                                                      const AppId &app, TimePoint now);

/// The same without the moment after.
[[nodiscard]] std::optional<Sentence> runs_stream(const Session &session, const AppId &app);

/// Whether a stream runs of which nobody can tell whose it is.
[[nodiscard]] bool plays_unknown(const Session &session);

/// Those that use a microphone, a camera or the screen's picture now: they count as focused.
[[nodiscard]] std::set<AppId> capturing_apps(const Session &session);

} // namespace headroom
