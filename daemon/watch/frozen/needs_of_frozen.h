// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "model/ids.h"
#include "sys/dependents.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace headroom {

/// What is so as long as an app stands still: its processes neither open nor start anything.
struct StillProcesses {
    std::set<int> pids;
    SocketInodes sockets;
};

struct StillApp {
    UnitId unit; ///< one of the app's units, which stands for all
    std::shared_ptr<const StillProcesses> still;
};

struct FrozenNeeds {
    std::vector<UnitId> waited_for; ///< at a socket or for a lock
    std::map<UnitId, UnreadEvents> unread;
    std::string problem;            ///< why sockets can't be seen; empty: they can
};

/// Reads /proc/locks and asks the kernel for all local sockets: not for the main loop.
[[nodiscard]] FrozenNeeds needs_of_frozen(const std::vector<StillApp> &apps,
                                          const std::string &proc_root);

} // namespace headroom
