// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>

#include <gio/gio.h>

#include "failure.h"

namespace headroom::ctl {

/// Has the user manager move this process into a new scope, named after the app. Returns when that
/// is done. Needs no headroomd.
[[nodiscard]] std::expected<void, Failure>
enter_own_scope(GDBusConnection *bus, const std::string &app_id, const std::string &description);

} // namespace headroom::ctl
