// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/result.h"

#include <optional>
#include <string>

namespace headroom {

/// The command line. Tests replace the roots with fixtures; the defaults are the real ones.
struct Options {
    enum class Mode { Serve, Replay, Thaw, Version };
    Mode mode = Mode::Serve;
    bool dry_run = false;
    std::string replay_file;
    std::string cgroup_root; ///< empty: where cgroup2 is mounted
    std::string proc_root = "/proc";
    std::string sys_root = "/sys";
    std::string broker_socket; ///< of headroom-broker; by default the user's
};

/// Exit statuses besides 0, 1 (it failed) and 2 (a wrong command line). Our units name them.
namespace exit_status {
inline constexpr int some_stay_frozen = 3; ///< of --thaw
inline constexpr int another_runs = 4;     ///< another Headroom, whose freezes are no leftovers
} // namespace exit_status

[[nodiscard]] Result<Options> parse_options(int argc, char **argv);

} // namespace headroom
