// SPDX-FileCopyrightText: Headroom contributors
// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "sys/glib_ptr.h"
#include "sys/unique_fd.h"

namespace headroom {

/// Makes logind wait for our thaws before the machine sleeps, as long as something is frozen: since systemd 256 all of user.slice is frozen then, and an app
/// that we had stopped would have missed the signal by which it saves or lets go of a device. It is a delay, not a block: logind waits 5 s at most
/// (InhibitDelayMaxSec= in logind.conf(5)).
class SleepDelay {
public:
    SleepDelay() = default;
    ~SleepDelay();
    SleepDelay(const SleepDelay &) = delete;
    SleepDelay &operator=(const SleepDelay &) = delete;

    void update(bool leases_out);

private:
    void ask(GDBusConnection *system_bus);

    UniqueFd m_lock; ///< logind's; closed, it is given back
    ObjectPtr<GCancellable> m_asking; ///< set from the question to its end
};

} // namespace headroom
