// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/pressure.h"
#include "model/session.h"

#include <optional>

namespace headroom {

/// Why pressure of this level does not freeze an app yet, for reasons that expire by themselves,
/// whether or not the app is visible. nullopt: there is none, or none any more.
[[nodiscard]] std::optional<Sentence> must_wait(const Session &session, const Config &config,
                                                const AppId &app, Level level, TimePoint now);

} // namespace headroom
