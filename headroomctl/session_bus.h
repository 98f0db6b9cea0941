// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>

#include <gio/gio.h>

#include "failure.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

[[nodiscard]] std::expected<ObjectPtr<GDBusConnection>, Failure> session_bus();

/// What the error of a call to `peer` ("headroomd", "systemd") means to the user: the peer's own
/// sentence, or that the peer is absent or silent.
[[nodiscard]] Failure failed_call(const GError *error, const char *peer);

/// The sentence for a daemon that does not run, including the remedy. Where systemd can be asked
/// for the reason: why_daemon_absent().
[[nodiscard]] Failure daemon_absent();

/// The sentence for a session bus to which we were connected.
[[nodiscard]] Failure bus_gone();

} // namespace headroom::ctl
