// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <string>

namespace headroom {

/// Plays a recorded session (event_json.h) to the policy and prints what would be done, one line an action. Time is the recording's. Returns the
/// exit status: 1 for a file that can't be read, 2 for a line that is no event, named by its number.
[[nodiscard]] int replay(const std::string &file);

} // namespace headroom
