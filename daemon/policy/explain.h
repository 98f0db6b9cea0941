// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <string>
#include <vector>

namespace headroom {

/// What is in force for an app and why, what was last done to it, and what won't be done to it and
/// why. Empty: no such app.
[[nodiscard]] std::vector<Sentence> explain(const Session &session, const Config &config,
                                            const AppId &app, TimePoint now);

} // namespace headroom
