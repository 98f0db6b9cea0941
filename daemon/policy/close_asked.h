// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/wanted.h"

namespace headroom {

/// How an app can be asked to quit now; End: it has no window that could ask. nullopt: it may have one, and there is no way to ask it.
[[nodiscard]] std::optional<CloseWay> close_way(const Session &session, const AppId &app);

/// What to say where there is none.
[[nodiscard]] Sentence why_not_closed(const Session &session, const AppId &app);

/// Who is asked to quit because the user wants it? What stands still is thawed by the same event, and first.
void close_asked(const Session &session, TimePoint now, Wanted &wanted);

} // namespace headroom
