// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <vector>

#include "failure.h"

namespace headroom::ctl {

/// Has headroomd start the program as a service, and prints that service's name. `command` is what the user typed, `program` the file
/// that its first word means.
[[nodiscard]] Outcome run_detached(const std::string &program, const std::vector<std::string> &command, const std::string &app_id);

} // namespace headroom::ctl
