// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

namespace headroom {

/// Whether the user has disabled Headroom for a while that isn't over.
[[nodiscard]] bool is_disabled(const Session &session, TimePoint now);

/// What applies meanwhile: no weight is set, and pressure leads to nothing. A freeze that the user
/// has requested is no act of Headroom's own, so it remains. Apps still get their own units, since
/// nobody notices that, and later acts need them.
[[nodiscard]] Config while_disabled(Config config);

} // namespace headroom
