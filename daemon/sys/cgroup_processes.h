// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <optional>
#include <set>
#include <string>

namespace headroom {

/// The processes of a cgroup and of all cgroups below it, 4,096 at most. nullopt: unreadable.
[[nodiscard]] std::optional<std::set<int>> processes_below(const std::string &directory);

} // namespace headroom
