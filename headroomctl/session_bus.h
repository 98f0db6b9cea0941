// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>

#include <gio/gio.h>

#include "failure.h"
#include "sys/glib_ptr.h"

namespace headroom::ctl {

[[nodiscard]] std::expected<ObjectPtr<GDBusConnection>, Failure> session_bus();

/// What the answer of `peer` ("headroomd", "systemd") means to the user: its own sentence, or that there is nobody to answer.
[[nodiscard]] Failure failed_call(const GError *error, const char *peer);

/// The one sentence for a daemon that doesn't run, with what to do about it.
[[nodiscard]] Failure daemon_absent();

} // namespace headroom::ctl
