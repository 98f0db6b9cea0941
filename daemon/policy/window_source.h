// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

namespace headroom {

/// Whether the source of windows tells panels, docks and pop-ups with their processes, too, and no
/// window of it is a display with windows of its own. Then an app of which it tells none shows none.
[[nodiscard]] bool tells_all_windows(const Session &session);

/// Whether a client that stands still outlives the events that are sent to its window in sight.
/// Elsewhere the compositor disconnects it, and that ends it. True where no source tells: then it
/// isn't known whether there is a compositor at all.
[[nodiscard]] bool keeps_frozen_windows(const Session &session);

} // namespace headroom
