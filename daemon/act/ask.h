// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "act/outside.h"

#include <vector>

namespace headroom {

/// Asks processes to free memory: a byte on each of their connections. Their answer is what they
/// hold afterwards.
void ask_to_free_memory(const std::vector<ProcessId> &listeners, const Outside &outside);

} // namespace headroom
