// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <string>

namespace headroom::ctl {

/// MEMORY_PRESSURE_WATCH for a command in a unit of its own. It is the user's value if there is
/// one, else the socket on which headroomd asks programs to free memory. nullopt: neither is there.
[[nodiscard]] std::optional<std::string> memory_pressure_watch();

/// Sets that in our own environment, which the command inherits.
void watch_memory_pressure();

} // namespace headroom::ctl
