// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/config.h"
#include "model/session.h"

#include <optional>

namespace headroom {

/// When the user has left the app in front for so long that it no longer is, if nothing happens
/// until then. The time may be past. nullopt: it stays in front.
[[nodiscard]] std::optional<TimePoint> leaves_front_at(const Session &session,
                                                       const Config &config);

/// Whether that time has come. Then Session::leave_front() is due, before a decision.
[[nodiscard]] bool has_left_front(const Session &session, const Config &config, TimePoint now);

} // namespace headroom
