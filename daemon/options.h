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

[[nodiscard]] Result<Options> parse_options(int argc, char **argv);

} // namespace headroom
