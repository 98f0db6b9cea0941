// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace headroom {

/// The pids of all processes in a cgroup and below it, at most 4096. directory: of the cgroup, below /sys/fs/cgroup. nullopt: it can't be read, or is gone.
/// A pid may have ended, or be another process's, by the time it is used.
[[nodiscard]] std::optional<std::set<std::int32_t>> processes_below(const std::string &directory);

} // namespace headroom
