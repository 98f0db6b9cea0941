// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/systemd_client.h"

#include <functional>
#include <string>
#include <vector>

namespace headroom {

struct LaunchRequest {
    std::vector<std::string> argv;
    std::string app; ///< empty: the program's file name
    std::vector<std::string> environment;
    std::string directory; ///< empty: the user's home
};

/// Starts a program in a transient service of its own: systemd forks straight into the new cgroup, so there is no moment in the wrong one.
/// done gets the unit's name once the program was executed.
void launch(const SystemdClient &systemd, const LaunchRequest &request, const std::function<void(Result<std::string>)> &done);

} // namespace headroom
