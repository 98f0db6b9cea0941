// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/memory_use.h"
#include "sys/cgroup_dir.h"

#include <optional>
#include <string>

namespace headroom {

/// What the kernel reports now about a cgroup. `swaps` is passed on.
[[nodiscard]] MemoryFigures memory_figures(const CgroupDir &dir, const std::optional<Swaps> &swaps);

/// proc_root: "/proc", or a fixture. nullopt: unreadable.
[[nodiscard]] std::optional<Swaps> machine_swaps(const std::string &proc_root);

} // namespace headroom
