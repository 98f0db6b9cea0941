// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <optional>
#include <string>
#include <vector>

namespace headroom {

/// The slice of the user manager at that path, as {"app.slice", "app-x.slice"}. nullopt: there is
/// none.
[[nodiscard]] std::optional<UnitId> unit_of_slice(const Session &session,
                                                  const std::vector<std::string> &path);

/// session.slice: compositor, shell, bus and sound. nullopt: the desktop doesn't use it.
[[nodiscard]] std::optional<UnitId> session_slice(const Session &session);

} // namespace headroom
