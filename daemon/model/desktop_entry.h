// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

namespace headroom {

/// Whether it has a desktop file that doesn't run it in a terminal, as in event::AppDescribed.
/// false: it has none, or that isn't known yet.
[[nodiscard]] bool shows_windows(const Session &session, const AppId &app);

} // namespace headroom
