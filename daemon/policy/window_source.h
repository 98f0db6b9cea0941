// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <optional>

namespace headroom {

/// Whether the window source reports panels, docks and pop-ups with their processes, too, and no
/// reported window is a display with windows of its own. Then an app without a reported window
/// shows none.
[[nodiscard]] bool reports_all_windows(const Session &session);

/// Whether the compositor minimises windows when we ask it.
[[nodiscard]] bool minimises_windows(const Session &session);

/// Whether a frozen client survives the events that are sent to its visible window. Other
/// compositors disconnect the client, and that ends it. True without a window source: then it isn't
/// known whether there is a compositor at all.
[[nodiscard]] bool keeps_frozen_windows(const Session &session);

/// Why nothing at all can be frozen, because of what draws windows or reports them. nullopt: no
/// such reason. There is none either where windows were never reported: the user may freeze there.
[[nodiscard]] std::optional<Sentence> windows_forbid_freezes(const Session &session);

} // namespace headroom
