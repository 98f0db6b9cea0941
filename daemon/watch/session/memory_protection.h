// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/session/capabilities.h"

namespace headroom {

/// Whether protecting memory in the user manager's cgroups would have an effect. The kernel gives a
/// cgroup no more protection than those above it have, and they are root's.
[[nodiscard]] event::CapabilityFound find_memory_protection(const Machine &machine);

} // namespace headroom
