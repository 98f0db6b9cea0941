// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <set>
#include <string>

namespace headroom {

/// Whether another process waits for a lock that one of these holds. locks_file: "/proc/locks", or
/// a fixture.
[[nodiscard]] bool is_lock_awaited(const std::string &locks_file, const std::set<int> &pids);

} // namespace headroom
