// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <cstdint>
#include <functional>

/// Asked without waiting. Once `end` is cancelled nobody is told any more, so that an answer may use whoever cancels it.
namespace headroom {

constexpr int the_bus_own_patience =
    -1; ///< some 25 s; a bus that doesn't answer by then has gone wrong altogether

/// The process at the other end of a connection to the bus, as the kernel told it when the connection was made: its pid, above 0.
/// `peer` is its unique name or one that it owns.
void ask_pid_of(GDBusConnection *bus, const char *peer, int patience_ms, GCancellable *end,
                std::function<void(Result<std::int32_t> pid)> answered);

/// The system's bus, which not every container has, and which may be restarted under us.
void open_system_bus(GCancellable *end,
                     std::function<void(Result<ObjectPtr<GDBusConnection>> bus)> opened);

} // namespace headroom
