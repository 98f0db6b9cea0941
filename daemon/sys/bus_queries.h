// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/result.h"

#include <cstdint>
#include <functional>
#include <string>

/// Asynchronous calls. Once `end` is cancelled, no callback runs. So a callback may use the object
/// that cancels it.
namespace headroom {

/// GDBus's default, about 25 s. A bus that does not answer by then is broken.
constexpr int default_bus_timeout = -1;

/// Gets the pid of the process at the other end of a bus connection, as the kernel reported it when
/// the connection was made. The pid is above 0. `peer` is a unique name or a name that it owns.
void query_pid(GDBusConnection *bus, const char *peer, int timeout_ms, GCancellable *end,
               std::function<void(Result<std::int32_t> pid)> answered);

/// Gets the unique name of the connection that owns this name.
void query_owner(GDBusConnection *bus, const char *name, GCancellable *end,
                 std::function<void(Result<std::string> owner)> answered);

/// Connects to the system bus. Some containers have none, and it may be restarted at any time.
void open_system_bus(GCancellable *end,
                     std::function<void(Result<ObjectPtr<GDBusConnection>> bus)> opened);

} // namespace headroom
