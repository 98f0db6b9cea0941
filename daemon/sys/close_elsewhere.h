// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/unique_fd.h"

#include <vector>

namespace headroom {

/// Closes descriptors in a thread. The kernel frees an inotify instance or a PSI trigger only after
/// an RCU grace period, and close() waits for that: 7 to 20 ms on an idle machine, more on a busy
/// one. See fsnotify_destroy_group() and psi_trigger_destroy() in the kernel.
void close_elsewhere(std::vector<UniqueFd> fds);

} // namespace headroom
