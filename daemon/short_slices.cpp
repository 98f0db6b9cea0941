// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#include "short_slices.h"

#include <linux/sched/types.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace headroom {

namespace {

constexpr __u64 shortest_ns = 100'000; ///< that the kernel takes

} // namespace

/// Whoever renders or compiles runs until its slice is over; who wants a shorter one needn't wait for that. A change of the focus is an awakening of the
/// thread that speaks on the bus, of this one, and of the other once more.
void take_short_slices()
{
    sched_attr attributes{};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0 || attributes.sched_policy != SCHED_OTHER)
        return; // somebody has given us another policy, which knows no slices
    attributes.sched_runtime = shortest_ns;
    (void)syscall(SYS_sched_setattr, 0, &attributes, 0); // tolerated: before Linux 6.12 there is no such wish
}

} // namespace headroom
