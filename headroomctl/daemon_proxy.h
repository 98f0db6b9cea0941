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
    Follow, ///< load them and keep them current, signals included, also when another daemon follows
};

/// The running daemon, on the session bus. It is never started from here: who stopped it meant it.
[[nodiscard]] std::expected<ObjectPtr<HeadroomDbusManager>, Failure>
running_daemon(Properties properties);

/// The bus that the daemon was found on.
[[nodiscard]] GDBusConnection *bus_of(HeadroomDbusManager *daemon);

/// A property of the daemon's, as a proxy's getter gives it: null before it is loaded, and once the daemon is gone.
[[nodiscard]] inline std::string present(const char *value)
{
    return value != nullptr ? value : "";
}

/// Why the level is what it is; empty: it is calm or unknown, which needs no reason, or nobody says.
[[nodiscard]] std::string reason_for_level(HeadroomDbusManager *daemon);

} // namespace headroom::ctl
