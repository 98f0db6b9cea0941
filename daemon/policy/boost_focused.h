// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "policy/wanted.h"

namespace headroom {

/// Boosts the foreground app, apps in full screen, apps that record and apps that the user is
/// starting. A boost outlives the focus for a moment.
void boost_focused(const Session &session, const Config &config, TimePoint now, Wanted &wanted);

} // namespace headroom
