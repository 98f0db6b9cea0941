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

/// What can't change while an app is frozen: its processes neither open nor start anything.
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
    std::string problem; ///< why sockets are unreadable; empty: they are readable
};

/// Reads /proc/locks and requests all local sockets from the kernel: never call this in the main
/// loop.
[[nodiscard]] FrozenNeeds needs_of_frozen(const std::vector<StillApp> &apps,
                                          const std::string &proc_root);

} // namespace headroom
