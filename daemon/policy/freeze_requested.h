// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "policy/wanted.h"

namespace headroom {

/// Freezes the apps that were requested to be frozen, as long as nothing has ended the request.
void freeze_requested(const Session &session, const Config &config, TimePoint now, Wanted &wanted);

} // namespace headroom
