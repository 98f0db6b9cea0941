// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "bus/public_properties.h"
#include "model/config.h"
#include "model/session.h"

namespace headroom {

/// App.State: "running", "napped", "freezing" or "frozen": that of the unit furthest along.
[[nodiscard]] const char *state_of(const Session &session, const AppId &app);

/// Sets all properties of an app's object.
void fill_app_properties(PublicProperties &properties, const Session &session, const Config &config,
                         const AppId &app);

} // namespace headroom
