// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "policy/wanted.h"

namespace headroom {

/// The unit in front of the user, any in full screen and any that records get more CPU and I/O; a boost outlives its focus for a moment.
void boost_focused(const Session &session, const Config &config, TimePoint now, Wanted &wanted);

} // namespace headroom
