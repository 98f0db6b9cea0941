// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <optional>

namespace headroom {

/// Whether all windows of an app are known to be hidden. nullopt: unknown, for one of these
/// reasons:
/// - no source reports visibility;
/// - the source reports no window of this app, and not all windows that exist;
/// - a visible window without a known owner may be its;
/// - the screen is recorded.
[[nodiscard]] std::optional<bool> is_hidden(const Session &session, const AppId &app);

/// Whether one of its windows is visible, as far as is reported. Where no more is known, a window
/// that isn't minimised counts.
[[nodiscard]] bool may_be_visible(const Session &session, const AppId &app);

/// Why the user may see or hear the app, as a sentence. nullopt: it is hidden, and no stream of an
/// unknown app runs.
[[nodiscard]] std::optional<Sentence> may_be_noticed(const Session &session, const AppId &app);

} // namespace headroom
