// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "failure.h"

namespace headroom::ctl {

/// Why the text cannot be an app's id or name, as a sentence. Empty if it can.
[[nodiscard]] std::string problem_with_app_id(std::string_view text);

/// The app id for a command's unit: the one that --app names, or, with nullptr, the program's file
/// name.
[[nodiscard]] std::expected<std::string, Failure>
app_id_for(const std::vector<std::string> &command, const char *named);

} // namespace headroom::ctl
