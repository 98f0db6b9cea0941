// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "policy/wanted.h"

namespace headroom {

/// Applications that were started inside somebody else's unit get a scope of their own.
void adopt_strays(const Session &session, TimePoint now, Wanted &wanted);

/// Where the tree of a stray begins: the topmost process of the lineage that belongs to the application and not to whoever started it.
/// nullopt: the process itself belongs there.
[[nodiscard]] std::optional<ProcessId> stray_leader(const Process &process, const Unit &source);

} // namespace headroom
