// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

namespace headroom {

/// Whether the desktop comes before the app in front: while memory is short and that app is itself
/// the one that takes it. Nothing is frozen then, and only the user can act, through the desktop.
/// While no culprit can be named, or the app in front is unknown, it stays as it was.
[[nodiscard]] bool desktop_first(const Session &session, const Config &config, TimePoint now);

} // namespace headroom
