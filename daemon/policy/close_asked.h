// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/wanted.h"

namespace headroom {

/// How an app can be asked to quit now. End: it has no window in which it could ask about unsaved
/// work. nullopt: it may have a window, and there is no way to ask it.
[[nodiscard]] std::optional<CloseWay> close_way(const Session &session, const AppId &app);

/// The answer to the user where there is no way.
[[nodiscard]] Sentence why_not_closed(const Session &session, const AppId &app);

/// Asks apps to quit because the user wants it. The request has already thawed a frozen app.
void close_asked(const Session &session, TimePoint now, Wanted &wanted);

} // namespace headroom
