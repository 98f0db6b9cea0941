// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>

#include <headroom_dbus.h>

#include "failure.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

enum class Properties {
    Leave,
    Load,
    /// Load them and keep them current, signals included, even when a new daemon takes over.
    Follow,
    /// The same, where Level may be all that we may read, as in a sandbox.
    FollowLevel,
};

/// The running daemon, on the session bus. Never starts it: a user who stopped it meant to.
[[nodiscard]] std::expected<ObjectPtr<HeadroomDbusManager>, Failure>
running_daemon(Properties properties);

/// Whether the daemon has its bus name, by the signals that the main context has dispatched, and
/// whether the bus is there. The end of either wakes a loop that runs this context.
[[nodiscard]] bool is_on_bus(HeadroomDbusManager *daemon);

/// Why the daemon is no longer on the bus.
[[nodiscard]] Failure why_gone(HeadroomDbusManager *daemon);

/// The bus of the daemon.
[[nodiscard]] GDBusConnection *bus_of(HeadroomDbusManager *daemon);

/// A string property of the daemon from a proxy's getter, which is null before it is loaded and
/// once the daemon is gone.
[[nodiscard]] inline std::string present(const char *value)
{
    return value != nullptr ? value : "";
}

/// The reason for the level. Empty: the level is calm or unknown and needs none, or the daemon
/// gives none.
[[nodiscard]] std::string reason_for_level(HeadroomDbusManager *daemon);
/// A code for that reason, as in Manager.History(). Empty as that is.
[[nodiscard]] std::string code_for_level(HeadroomDbusManager *daemon);

} // namespace headroom::ctl
