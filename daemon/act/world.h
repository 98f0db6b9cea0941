// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/bus_peers.h"
#include "sys/cgroup_dir.h"
#include "sys/process.h"
#include "sys/systemd_client.h"

#include <string>

namespace headroom {

/// What acts work on.
struct World {
    CgroupDirs &dirs;
    std::string manager_path; ///< the cgroup of user@UID.service, below the cgroup root
    std::string runtime_dir; ///< for files of ours that outlive us
    ProcessTable table;
    const SystemdClient &systemd;
    BusPeers &peers;
};

} // namespace headroom
