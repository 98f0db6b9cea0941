// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <optional>
#include <set>
#include <string>

namespace headroom {

/// Why an app that can be heard, or that records, is neither napped nor frozen: it does so now, or
/// did a moment ago. A muted stream that still runs counts. nullopt: it is silent.
[[nodiscard]] std::optional<Sentence>
exempt_while_audible(const Session &session, const Config &config, const AppId &app, TimePoint now);

/// The same for streams that run now.
[[nodiscard]] std::optional<Sentence> runs_stream(const Session &session, const AppId &app);

/// Whether a stream is running whose app is unknown.
[[nodiscard]] bool unknown_app_plays(const Session &session);

/// The apps that use a microphone, a camera or the screen's picture now. They count as focused.
[[nodiscard]] std::set<AppId> capturing_apps(const Session &session);

} // namespace headroom
