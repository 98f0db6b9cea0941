// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "watch/emit.h"
#include "watch/units/processes.h"

#include <cstdint>

namespace headroom {

/// Emits CompositorSeen for the process that draws everything, if it can be followed. 0: unknown.
void emit_compositor(std::int32_t pid, ProcessWatch &processes, const Emit &emit);

} // namespace headroom
