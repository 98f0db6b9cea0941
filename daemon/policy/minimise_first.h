// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"
#include "policy/wanted.h"

#include <optional>

namespace headroom {

/// Whether the user may pause this app although it is in front: its windows are minimised first,
/// and then it isn't in front any more. Only the compositors that we can ask do that. If all its
/// windows are hidden already, none has to.
[[nodiscard]] bool can_minimise_first(const Session &session, const AppId &app);

/// Whether a request to freeze it begins with that. A program may send the request, too, and the
/// user would not expect a window to vanish. So the app must be shown as the cause of a shortage,
/// or have no window that would.
[[nodiscard]] bool minimises_on_request(const Session &session, const AppId &app);

/// Why a request to freeze an app is refused now, as a sentence for the caller. nullopt: it is not
/// refused.
[[nodiscard]] std::optional<Sentence> why_request_refused(const Session &session, const AppId &app);

/// Whether that has taken too long: later, the user would not expect the freeze any more.
[[nodiscard]] bool was_not_minimised(const Session &session, const AppId &app,
                                     const FreezeRequest &request, TimePoint now);

/// Has the windows of apps minimised that are in front and are to be paused.
void minimise_first(const Session &session, TimePoint now, Wanted &wanted);

} // namespace headroom
