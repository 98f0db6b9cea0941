// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/session.h"

#include <optional>

namespace headroom {

/// Where the tree of a stray begins: at the process itself, or above it at what was started along
/// with it to start it. Never at a part of the desktop, or at what that descends from. nullopt: the
/// process belongs where it is.
[[nodiscard]] std::optional<ProcessId> stray_leader(const Session &session, const Process &process,
                                                    const Unit &source, const AppId &app);

} // namespace headroom
