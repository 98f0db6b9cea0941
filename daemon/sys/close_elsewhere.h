// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/unique_fd.h"

#include <vector>

namespace headroom {

/// Closes descriptors in a thread. The kernel frees an inotify instance or a PSI trigger only after
/// a grace period, and close() waits for it (synchronize_srcu() and synchronize_rcu()): 7 to 20 ms
/// on an idle machine, more on a busy one.
void close_elsewhere(std::vector<UniqueFd> fds);
void close_elsewhere(UniqueFd fd);

} // namespace headroom
