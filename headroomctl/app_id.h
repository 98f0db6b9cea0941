// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace headroom::ctl {

/// Why the text cannot be an app's id or name, as a sentence. Empty if it can.
[[nodiscard]] std::string problem_with_app_id(std::string_view text);

} // namespace headroom::ctl
