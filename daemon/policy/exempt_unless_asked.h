// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <optional>

namespace headroom {

/// Why an app is exempt from all that the user did not request: naps, gentle reclaim and freezes
/// under pressure, whatever it takes. The reason is a rule, a hold, what it is, or that it can be
/// heard. nullopt: there is none.
[[nodiscard]] std::optional<Sentence>
exempt_unless_asked(const Session &session, const Config &config, const AppId &app, TimePoint now);

} // namespace headroom
