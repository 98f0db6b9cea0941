// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <optional>
#include <string>

namespace headroom {

/// Why an app should not be frozen (any longer). nullopt: a request stands and nothing speaks against it. Thaw outranks freeze: this is asked
/// before anything is frozen as well.
[[nodiscard]] std::optional<ThawCause> thaw_wanted(const Session &session, const Config &config, const AppId &app, TimePoint now);

[[nodiscard]] TimePoint hold_ends(const Config &config, const FreezeRequest &request);

/// "its window was activated"
[[nodiscard]] std::string describe(ThawCause cause);

} // namespace headroom
