// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include <gio/gio.h>

#include "failure.h"

namespace headroom::ctl {

/// Has the user manager start the program as a service, and returns the service's name. `command`
/// is what the user typed, `program` the file that its first word names. Returns when the program
/// was executed, or with the reason why it was not. Needs no headroomd.
[[nodiscard]] std::expected<std::string, Failure>
start_as_service(GDBusConnection *bus, const std::string &program,
                 const std::vector<std::string> &command, const std::string &app_id);

} // namespace headroom::ctl
